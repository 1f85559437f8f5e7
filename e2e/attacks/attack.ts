import { createServer as createHttp, type Server } from "node:http"
import { createServer as createHttps } from "node:https"
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test"

import { selfSigned } from "./certificate.ts"
import { openSite, type Site, type SiteOptions } from "./site.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

interface Attack {
  /** Opens a site that is closed after the test. */
  open(options?: SiteOptions): Promise<Site>
  /** Opens an attacker's page at that origin, with another port. */
  plant(origin: string, html: string): Promise<Page>
}

export const test = base.extend<Attack>({
  ignoreHTTPSErrors: true,
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  open: async ({}, use) => {
    const sites: Site[] = []
    await use(async (options) => {
      const site = await openSite(options)
      sites.push(site)
      return site
    })
    await Promise.all(sites.map((site) => site.stop()))
  },
  plant: async ({ context }, use) => {
    const servers: Server[] = []
    await use(async (origin, html) => {
      const { protocol, hostname } = new URL(origin)
      const server = protocol === "https:" ? createHttps(selfSigned()) : createHttp()
      servers.push(server)
      server.on("request", (_, response) =>
        response.setHeader("content-type", "text/html").end(`<!doctype html><title>evil</title>${html}`),
      )
      const page = await context.newPage()
      await page.goto(`${protocol}//${hostname}:${await listenOnLoopback(server)}/`)
      return page
    })
    for (const server of servers) server.close().closeAllConnections()
  },
})

/** Signs in on the built-in page, and waits for the page that this leads to. */
export async function signIn(page: Page, { origin }: Site, { name = "victim", callbackUrl = "/" } = {}) {
  await page.goto(`${origin}/auth/signin?${new URLSearchParams({ callbackUrl })}`)
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Password", { exact: true }).fill("pw")
  const button = page.getByRole("button", { name: /^Sign in(, Last used)?$/ })
  await Promise.all([page.waitForEvent("load"), button.click()])
}

/** Returns the user that the site shows. */
export async function expectPerson(context: BrowserContext, { origin }: Site, name: string) {
  const page = await context.newPage()
  await page.goto(origin)
  await expect(page.getByRole("heading")).toHaveText(name)
  await page.close()
}

/** Starts a sign-in with a provider, as a script of the site's own would, and shows the provider's page. */
export async function startAt(page: Page, { origin }: Site, provider: string) {
  await page.goto(origin)
  const url = await page.evaluate(async (id) => {
    const { csrfToken } = await (await fetch("/auth/csrf")).json()
    const body = new URLSearchParams({ csrfToken, callbackUrl: "/" })
    const answer = await fetch(`/auth/signin/${id}`, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body,
    })
    return (await answer.json()).url
  }, provider)
  await page.goto(url)
}

/** Chooses a person at the provider and allows the sign-in. */
export async function finish(page: Page, person: RegExp) {
  await page.getByRole("button", { name: person }).click()
  await page.getByRole("button", { name: "Allow" }).click()
}

/** A form that sends itself. */
export function selfPost(action: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  return `<form method="post" action="${action}">${inputs.join("")}</form><script>document.forms[0].submit()</script>`
}

export { expect }
