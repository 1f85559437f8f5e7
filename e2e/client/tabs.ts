import type { BrowserContext, Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import type { Framework } from "./frameworks.ts"
import type { Harness } from "./harness.ts"
import { startHarness } from "./harness.ts"

export { FRAMEWORKS, REACTS, SHARED } from "./frameworks.ts"

declare global {
  interface Window {
    latchkit: Pick<typeof import("../../client/index.ts"), "getSession" | "passkey" | "signIn" | "signOut"> & {
      update(data?: unknown): Promise<unknown>
    }
    setOptions(changed: object): void
  }
}

const served: { harness?: Harness } = {}

/** Serves the pages of these frameworks to the tests of the file that calls it. */
export function serve(frameworks: readonly Framework[], session?: Parameters<typeof startHarness>[1]) {
  test.beforeAll(async () => {
    served.harness = await startHarness(frameworks, session)
  })
  test.afterAll(() => served.harness?.close())
  test.beforeEach(() => {
    harness().requests.length = 0
    harness().answers.clear()
    harness().scripts.ready = Promise.resolve()
    harness().scripts.gone = undefined
  })
}

export function harness(): Harness {
  if (!served.harness) throw new Error("The harness did not start")
  return served.harness
}

/** How often the session was asked for. */
export const gets = () => harness().requests.filter((entry) => entry === "GET /auth/session").length

/** Returns the user that the page shows, as `status: name`. */
export const who = (page: Page) => page.locator("#who")

/** All that the page says of who is there, from its first byte on and until it is left. */
export async function seenTexts(page: Page, selector = "#who"): Promise<Set<string>> {
  const texts = new Set<string>()
  page.on("console", (message) => {
    const [, text] = /^#who (.*)$/.exec(message.text()) ?? []
    if (text !== undefined) texts.add(text)
  })
  await page.addInitScript((shown) => {
    const look = () => {
      for (const { textContent } of document.querySelectorAll(shown))
        if (textContent?.trim()) console.log(`#who ${textContent.trim()}`)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }, selector)
  return texts
}

export async function open(context: BrowserContext, query = "", framework: Framework = "react"): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${harness().origin}/${framework}?${query}`)
  return page
}

export const signInAs = (page: Page, name: string) =>
  page.evaluate((person) => window.latchkit.signIn("credentials", { name: person, redirect: false }), name)

export const signOut = (page: Page) => page.evaluate(() => window.latchkit.signOut({ redirect: false }))

export const focus = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event("visibilitychange")))

/**
 * Opens tabs that all load before the first one has its session. Tabs wait a second for each other, then ask the server.
 * Here they wait a minute, because the test counts the requests and a busy machine takes longer than a second.
 */
export async function openTogether(context: BrowserContext, tabs: number, query = "", framework: Framework = "react") {
  await context.addInitScript(() => {
    const { setTimeout } = window
    const later = (run: () => void, delay = 0) => setTimeout(run, delay >= 1000 ? delay * 60 : delay)
    Object.assign(window, { setTimeout: later })
  })
  const loaded = Promise.withResolvers<void>()
  harness().answers.set("/auth/session", { until: loaded.promise })
  const pages = await Promise.all(Array.from({ length: tabs }, () => open(context, query, framework)))
  loaded.resolve()
  return pages
}

/** Opens that many tabs of one user, Ada. */
export async function signedIn(context: BrowserContext, tabs: number, query = "", framework: Framework = "react") {
  const first = await open(context, query, framework)
  await expect(who(first)).toHaveText("unauthenticated: nobody")
  expect(await signInAs(first, "Ada")).toEqual({ ok: true, status: 200, url: expect.any(String) })
  const others = await Promise.all(Array.from({ length: tabs - 1 }, () => open(context, query, framework)))
  for (const page of [first, ...others]) await expect(who(page)).toHaveText("authenticated: Ada")
  return [first, ...others]
}
