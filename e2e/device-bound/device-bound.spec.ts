import { test as base, expect, type Browser, type BrowserContext, type Page } from "@playwright/test"

import { isLong } from "../../server/test-kit/long.ts"
import { launchBound, LIFETIME, openBoundSite, type BoundSite, type Strategy } from "./site.ts"

const BOUND = "__Host-latchkit.bound"
/** Tries with the cookies of one moment. Browsers sign only a few times in 10 minutes. */
const TRIES = 25

const test = base.extend<{ strategy: Strategy; site: BoundSite; bound: Browser }>({
  strategy: "jwt",
  site: async ({ strategy }, use) => {
    const site = await openBoundSite(strategy)
    await use(site)
    await site.stop()
  },
  bound: async ({ site }, use) => {
    const browser = await launchBound(site)
    await use(browser)
    await browser.close()
  },
})

/** The tests of the server use both. To the browser, they are the same. */
const STRATEGIES: readonly Strategy[] = isLong ? ["jwt", "database"] : ["jwt"]

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

async function fillPassword(page: Page, { origin }: BoundSite) {
  await page.goto(`${origin}/auth/signin`)
  await page.getByLabel("Password", { exact: true }).fill("pw")
  await page.getByRole("button", { name: /^Sign in/ }).click()
  await page.waitForURL(`${origin}/`)
}

/** Signs in, and waits until the browser has registered its key. */
async function signIn(page: Page, site: BoundSite) {
  const { origin } = site
  await fillPassword(page, site)
  await expect.poll(() => hasBoundCookie(page.context())).toBe(true)
  await page.goto(origin)
  await expect(heading(page)).toHaveText("Ada bound")
}

const hasBoundCookie = async (context: BrowserContext) => (await context.cookies()).some(({ name }) => name === BOUND)

/** Drops the bound cookie, as its `Max-Age` does. */
const expire = (page: Page) => page.context().clearCookies({ name: BOUND })

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>

/** Opens the site with copied cookies, in a browser without the key. Returns what each of the responses shows. */
async function withCopy(thief: Page, { origin }: BoundSite, { cookies, tries }: { cookies: Cookies; tries: number }) {
  await thief.context().clearCookies()
  await thief.context().addCookies(cookies)
  await thief.goto(origin)
  const first = await heading(thief).textContent()
  const others = await thief.evaluate(async (count) => {
    const pages: string[] = []
    for (let index = 0; index < count; index++) pages.push(await (await fetch("/")).text())
    return pages
  }, tries - 1)
  return [first, ...others.map((page) => /<h1>(.*)<\/h1>/.exec(page)?.[1])]
}

for (const strategy of STRATEGIES) {
  test.describe(`a session bound to the device, with the ${strategy} strategy,`, () => {
    test.use({ strategy })

    test("ends for copies of its cookies, 100 of 100, and goes on in its browser (threat 523)", async ({
      bound,
      site,
    }) => {
      test.slow()
      const [page, thief] = [await bound.newPage(), await bound.newPage()] // each in a context with keys of its own
      await signIn(page, site)
      const shown: unknown[] = []
      for (let round = 0; round < 100 / TRIES; round++) {
        const cookies = await page.context().cookies()
        expect(await withCopy(thief, site, { cookies, tries: 1 })).toEqual(["Ada bound"]) // until the bound cookie expires
        site.later(LIFETIME)
        await expire(page)
        await page.goto(site.origin)
        await expect(heading(page)).toHaveText("Ada bound")
        shown.push(...(await withCopy(thief, site, { cookies, tries: TRIES })))
      }
      expect(shown).toEqual(Array.from({ length: 100 }, () => "nobody"))
    })

    test("registers at the first session request after a sign-in by a server action (threat 522)", async ({
      bound,
      site,
    }) => {
      const page = await bound.newPage()
      await page.goto(`${site.origin}/login`)
      await expect(heading(page)).toHaveText("Ada unbound")
      await page.evaluate(async () => void (await (await fetch("/auth/session")).json()))
      await expect.poll(() => hasBoundCookie(page.context())).toBe(true)
      await page.reload()
      await expect(heading(page)).toHaveText("Ada bound")
    })

    test("is refreshed once for the requests of a page, and for a link from another site", async ({ bound, site }) => {
      const page = await bound.newPage()
      await signIn(page, site)
      await expire(page)
      const before = site.refreshes.length
      const statuses = await page.evaluate(() =>
        Promise.all(["/auth/session", "/auth/session", "/"].map(async (path) => (await fetch(path)).status)),
      )
      expect(statuses).toEqual([200, 200, 200])
      expect(site.refreshes.slice(before)).toEqual(["200"])
      await page.goto(`data:text/html,<a href="${site.origin}/">go</a>`)
      await expire(page)
      await page.getByRole("link").click()
      await expect(heading(page)).toHaveText("Ada bound")
    })

    test("isn't signed out by a refresh that fails", async ({ bound, site }) => {
      const page = await bound.newPage()
      await signIn(page, site)
      site.later(15) // the session cookie alone opens nothing now
      site.break(true)
      await expire(page)
      const status = () => page.evaluate(async () => (await fetch("/auth/session")).status)
      expect(await status()).toBe(503)
      site.break(false)
      await expect.poll(status).toBe(200)
      await page.goto(site.origin)
      await expect(heading(page)).toHaveText("Ada bound")
    })

    test("ends with the sign-out, and the browser forgets its key", async ({ bound, site }) => {
      const page = await bound.newPage()
      await signIn(page, site)
      await page.goto(`${site.origin}/auth/signout`)
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL(`${site.origin}/`)
      await expect(heading(page)).toHaveText("nobody")
      expect(await hasBoundCookie(page.context())).toBe(false)
      await page.goto(site.origin)
      const { length } = site.refreshes
      await page.goto(site.origin)
      expect(site.refreshes.length).toBe(length)
    })
  })
}

test("a browser without support has the session without a binding", async ({ browser, site }) => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await fillPassword(page, site)
  await expect(heading(page)).toHaveText("Ada unbound")
  site.later(LIFETIME)
  await page.reload()
  await expect(heading(page)).toHaveText("Ada unbound")
  expect(site.refreshes).toEqual([])
  await context.close()
})
