import { expect, test, type Page } from "@playwright/test"

import { finish } from "../attacks/attack.ts"
import { openApp } from "./app.ts"
import { nginx, openProxy } from "./nginx.ts"

test.use({ ignoreHTTPSErrors: true })
test.skip(!nginx && !process.env["CI"], "nginx is not installed here")

const HOME = "/suite/notes"

interface Installation {
  home: string
  base: string
  /** Returns the requests that the app behind the proxy received. */
  paths: string[]
  stop(): Promise<void>
}

async function install(strip: boolean): Promise<Installation> {
  const proxy = await openProxy()
  const base = `${proxy.origin}${HOME}/auth`
  const app = await openApp(base)
  await proxy.forward(HOME, { port: app.port, strip })
  const stop = async () => void (await Promise.all([proxy.stop(), app.stop()]))
  return { home: `${proxy.origin}${HOME}/`, base, paths: app.paths, stop }
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

/** Signs in as an app's own page does, because a form on https can't redirect to an identity provider on http. */
async function startAtAcme(page: Page, { home, base }: Installation) {
  await page.goto(home)
  const url = await page.evaluate(async (service) => {
    const { csrfToken } = await (await fetch(`${service}/csrf`)).json()
    const body = new URLSearchParams({ csrfToken, callbackUrl: location.href })
    const headers = { "x-auth-return-redirect": "1" }
    return (await (await fetch(`${service}/signin/acme`, { method: "POST", headers, body })).json()).url
  }, base)
  await page.goto(url)
}

async function signOut(page: Page, { home, base }: Installation) {
  await page.goto(`${base}/signout?${new URLSearchParams({ callbackUrl: home })}`)
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL(home)
  await expect(heading(page)).toHaveText("nobody")
}

for (const [how, strip, seen] of [
  ["takes the sub-path off", true, "/auth/"],
  ["keeps the sub-path", false, `${HOME}/auth/`],
] as const) {
  test.describe(`behind an nginx that ends https and ${how}, with AUTH_URL alone`, () => {
    const installed: { here?: Installation } = {}
    const here = (): Installation => {
      if (installed.here) return installed.here
      throw new Error("Nothing is installed")
    }
    test.beforeAll(async () => {
      installed.here = await install(strip)
    })
    test.afterAll(() => installed.here?.stop())

    test("somebody signs in with an OpenID provider, comes back to the app and signs out", async ({
      page,
      context,
    }) => {
      await startAtAcme(page, here())
      await finish(page, /Ada/)
      await page.waitForURL(here().home)
      await expect(heading(page)).toHaveText("Ada Lovelace")
      const cookie = (await context.cookies()).find(({ name }) => name === "__Host-latchkit.session-token")
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: "/", domain: "app.localhost" })
      await signOut(page, here())
      expect(
        here()
          .paths.filter((path) => path.includes("/auth/"))
          .every((path) => path.startsWith(seen)),
      ).toBe(true)
    })

    test("somebody signs in by password on the built-in page, whose every part arrives", async ({ page }) => {
      const failed: string[] = []
      page.on("response", (answer) => void (answer.status() >= 400 && failed.push(answer.url())))
      await page.goto(`${here().base}/signin?${new URLSearchParams({ callbackUrl: `${HOME}/` })}`)
      await page.getByLabel("Name").fill("Grace")
      await page.getByLabel("Password", { exact: true }).fill("pw")
      await page.getByRole("button", { name: /^Sign in(, Last used)?$/ }).click()
      await page.waitForURL(here().home)
      await expect(heading(page)).toHaveText("Grace")
      const session = await page.evaluate(async (base) => (await fetch(`${base}/session`)).json(), here().base)
      expect(session.user).toMatchObject({ name: "Grace", email: "Grace@app.test" })
      await signOut(page, here())
      expect(failed).toEqual([])
    })
  })
}
