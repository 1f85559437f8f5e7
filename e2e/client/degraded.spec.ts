import type { BrowserContext, Page } from "@playwright/test"
import { expect, test } from "../test.ts"

import {
  focus,
  gets,
  harness,
  open,
  REACTS,
  serve,
  SHARED,
  signedIn,
  signInAs,
  signOut,
  seenTexts,
  who,
} from "./tabs.ts"

serve(SHARED)

/** Returns the parameter of a page that the server rendered with a session of Ada for that time. */
const given = (seconds: number) => {
  const session = { user: { name: "Ada" }, expires: new Date(Date.now() + seconds * 1000).toISOString() }
  return { session, query: `session=${encodeURIComponent(JSON.stringify(session))}` }
}

/** Runs in every page of the browser, before its scripts. */
const CONDITIONS = {
  "a clock that is ten minutes ahead": () => {
    const { now } = Date
    Date.now = () => now() + 600_000
  },
  "cookies, channels and locks that throw": () => {
    const fail = () => {
      throw new DOMException("The operation is insecure", "SecurityError")
    }
    Object.defineProperty(document, "cookie", { get: fail, set: fail })
    Object.defineProperty(window, "BroadcastChannel", { value: fail })
    Object.defineProperty(navigator, "locks", { value: { request: () => Promise.reject(new Error("insecure")) } })
  },
  "no Promise.withResolvers and no URL.canParse": () => {
    Object.defineProperty(Promise, "withResolvers", { value: undefined })
    Object.defineProperty(URL, "canParse", { value: undefined })
  },
}

const under = (context: BrowserContext, condition: keyof typeof CONDITIONS) =>
  context.addInitScript(CONDITIONS[condition])

const isAsked = (page: Page) => page.waitForRequest((request) => request.url().endsWith("/auth/session"))

for (const framework of SHARED) {
  test.describe(framework, () => {
    test("a clock that is ten minutes ahead signs nobody out, in any tab", async ({ context }) => {
      await under(context, "a clock that is ten minutes ahead")
      const { session, query } = given(300)
      harness().answers.set("/auth/session", { body: JSON.stringify(session) })
      const tabs = await Promise.all(
        [0, 1].map(async () => {
          const page = await context.newPage()
          const texts = await seenTexts(page)
          await page.goto(`${harness().origin}/${framework}?required=true&${query}`)
          return { page, texts }
        }),
      )
      await expect.poll(gets).toBeGreaterThanOrEqual(1)
      for (const { page, texts } of tabs) {
        await page.waitForTimeout(500)
        await expect(who(page)).toHaveText("authenticated: Ada")
        expect([...texts].filter((text) => text.startsWith("un"))).toEqual([])
        expect(page.url()).toContain(`/${framework}?`)
      }
    })

    test("a response that hangs is given up after ten seconds, and asked for anew", async ({ context }) => {
      const [page] = await signedIn(context, 1, "", framework)
      if (!page) throw new Error("There is a tab")
      await page.waitForTimeout(1100)
      harness().answers.set("/auth/session", { delay: 60_000 })
      harness().requests.length = 0
      await focus(page)
      await expect.poll(gets).toBe(1)
      harness().answers.clear()
      await expect(who(page)).toHaveAttribute("data-error", /session/)
      await expect(who(page)).toHaveText("authenticated: Ada")
      const again = isAsked(page)
      await focus(page)
      await again
      await expect(who(page)).not.toHaveAttribute("data-error", /session/)
    })

    for (const condition of [
      "cookies, channels and locks that throw",
      "no Promise.withResolvers and no URL.canParse",
    ] as const) {
      test(`signs in, updates and signs out with ${condition}`, async ({ context }) => {
        await under(context, condition)
        const page = await open(context, "", framework)
        const errors: string[] = []
        page.on("pageerror", (error) => errors.push(error.message))
        await expect(who(page)).toHaveText("unauthenticated: nobody")
        expect(await signInAs(page, "Ada")).toMatchObject({ ok: true })
        await expect(who(page)).toHaveText("authenticated: Ada")
        expect(await page.evaluate(() => window.latchkit.update({ theme: "dark" }))).toMatchObject({
          user: { name: "Ada" },
        })
        expect(await signOut(page)).toMatchObject({ ok: true })
        await expect(who(page)).toHaveText("unauthenticated: nobody")
        expect(errors).toEqual([])
      })
    }

    test("after a deploy without the old scripts, open tabs sign in and out on the server's pages", async ({
      context,
    }) => {
      const [out] = await signedIn(context, 1, "tab=2", framework)
      const required = await open(context, "required=true", framework)
      const old = await open(context, "tab=3", framework)
      const signIn = await open(context, "tab=4", framework)
      for (const page of [required, old, signIn]) await expect(who(page)).toHaveText("authenticated: Ada")
      harness().scripts.gone = framework === "react" ? "html" : "404"

      if (!out) throw new Error("There is a tab")
      const before = out.url()
      await old.evaluate(() => (performance.now = () => 100_000))
      const reloaded = old.waitForEvent("load")
      // The page reloads, and may be gone before it can respond to the test
      await old.evaluate(() => {
        void window.latchkit.update().catch((error: unknown) => sessionStorage.setItem("said", String(error)))
      })
      await reloaded
      expect(await old.evaluate(() => sessionStorage.getItem("said"))).toContain("script")
      await out.evaluate(() => void window.latchkit.signOut())
      await out.waitForURL("**/auth/signout?*")
      await out.getByRole("button", { name: "Sign out" }).click()
      await out.waitForURL(before)
      await required.waitForURL("**/auth/signin?error=SessionRequired&*")
      await expect(required.locator("[name=callbackUrl]").first()).toHaveValue(/required=true/)
      await signIn.evaluate(() => void window.latchkit.signIn("credentials", { redirectTo: "/home" }))
      await signIn.waitForURL("**/auth/signin?callbackUrl=%2Fhome")
    })

    test("a sandboxed frame shows the rendered session, or says that it can't have one", async ({ page }) => {
      await page.goto(`${harness().origin}/${framework}`)
      const openFrame = async (query: string) => {
        const name = `frame-${query.length}`
        const src = `${harness().origin}/${framework}?${query}`
        await page.evaluate(
          ([id = "", url = ""]) => {
            const frame = Object.assign(document.createElement("iframe"), { id, src: url })
            frame.setAttribute("sandbox", "allow-scripts")
            document.body.append(frame)
          },
          [name, src],
        )
        return page.frameLocator(`#${name}`).locator("#who")
      }
      await expect(await openFrame(given(3600).query)).toHaveText("authenticated: Ada")
      const unknown = await openFrame("")
      await expect(unknown).toHaveText("loading: nobody")
      await expect(unknown).toHaveAttribute("data-error", /session/)
    })
  })
}

for (const react of REACTS) {
  test(`${react}: a server that has no session leaves Suspense to the browser, and ends its response`, async ({
    context,
  }) => {
    await signedIn(context, 1)
    const page = await context.newPage()
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(error.message))
    const isSeen = Promise.withResolvers<void>()
    await page.route(/full-client/, (route) => isSeen.promise.then(() => route.continue()))
    const response = await page.goto(`${harness().origin}/${react}?ssr=0&suspense=true`)
    expect(await response?.text()).toContain("waiting")
    await expect(page.locator("#awaited")).toHaveText("waiting")
    isSeen.resolve()
    await expect(page.locator("#awaited")).toHaveText("Ada")
    await expect(who(page)).toHaveText("authenticated: Ada")
  })

  test(`${react}: Suspense outside the provider waits for the session too`, async ({ context }) => {
    await signedIn(context, 1)
    harness().answers.set("/auth/session", { delay: 500 })
    const page = await open(context, 'suspense="outside"', react)
    const awaited = page.locator("#awaited")
    await expect(awaited).toHaveText("waiting")
    await expect(awaited).toHaveText("Ada")
    await signOut(page)
    await expect(awaited).toHaveText("nobody")
  })
}
