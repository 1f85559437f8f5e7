import type { BrowserContext, Page } from "@playwright/test"
import { expect, test } from "@playwright/test"
import { dehydrate, QueryClient, type DehydratedState } from "@tanstack/react-query"

import { isLong } from "../../server/test-kit/long.ts"
import { sessionKey } from "../../client/session/options.ts"
import { gets, harness, open, serve, signedIn, signInAs, signOut, seenTexts, who } from "./tabs.ts"

declare global {
  interface Window {
    /** Stores the page's queries in this browser, for its next pages. */
    storeQueries(): void
    /** Takes the queries of a page that the server rendered, as a hydration boundary does. */
    hydrateQueries(state: DehydratedState): void
  }
}

type Framework = "react" | "solid" | "svelte"

/** The store is the same code in each. `query.spec.ts` connects all of them to a query. */
const FRAMEWORKS: readonly Framework[] = isLong ? ["react", "solid", "svelte"] : ["react"]

serve(FRAMEWORKS)

const queried = (page: Page) => page.locator("#queried")
const SHOWN = "#who, #queried"
const sayings = (name: string) => [
  `${name === "nobody" ? "unauthenticated" : "authenticated"}: ${name}`,
  `success: ${name}`,
]

async function expectBoth(page: Page, name: string) {
  const [state = "", query = ""] = sayings(name)
  await expect(who(page)).toHaveText(state)
  await expect(queried(page)).toHaveText(query)
}

/** Opens a page, and returns everything that it shows. */
async function watched(context: BrowserContext, query: string, framework: Framework) {
  const page = await context.newPage()
  const texts = await seenTexts(page, SHOWN)
  await page.goto(`${harness().origin}/${framework}?${query}`)
  return { page, texts }
}

const set = (page: Page, options: object) => page.evaluate((changed) => window.setOptions(changed), options)

/** Returns a rendered page's queries, as the server sent them. */
function rendered(name: string): DehydratedState {
  const queryClient = new QueryClient()
  const session = { user: { name }, expires: "2099-01-01T00:00:00.000Z" }
  queryClient.setQueryData(sessionKey("/auth"), session, { updatedAt: Date.now() + 60_000 })
  return dehydrate(queryClient)
}

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    for (const [before, after] of [
      ["Ada", "Eve"],
      ["Ada", "nobody"],
      ["nobody", "Ada"],
    ] as const) {
      test(`never shows ${before} from stored queries to ${after}`, async ({ context }) => {
        const first = await open(context, "query=true", framework)
        await expectBoth(first, "nobody")
        if (before !== "nobody") await signInAs(first, before)
        await expectBoth(first, before)
        await first.evaluate(() => window.storeQueries())
        if (after === "nobody") await signOut(first)
        else await signInAs(first, after)
        await expectBoth(first, after)
        await first.close()
        const { page, texts } = await watched(context, "query=true", framework)
        await expectBoth(page, after)
        expect([...texts].filter((text) => sayings(before).includes(text))).toEqual([])
      })
    }

    for (const query of ["", "query=true"]) {
      test(`never shows the previous user after its provider was gone for a while${query && ", with a QueryClient"}`, async ({
        context,
      }) => {
        const [other] = await signedIn(context, 1, "", framework)
        const { page, texts } = await watched(context, query, framework)
        await expect(who(page)).toHaveText("authenticated: Ada")
        await set(page, { gone: true })
        await expect(who(page)).toHaveCount(0)
        if (other) await signInAs(other, "Eve")
        texts.clear()
        await set(page, { gone: false })
        await expect(who(page)).toHaveText("authenticated: Eve")
        if (query) await expectBoth(page, "Eve")
        expect([...texts].filter((text) => text.includes("Ada"))).toEqual([])
      })
    }

    test("two QueryClients of a page have the same user, and sign out without a request", async ({ context }) => {
      const page = await open(context, "query=true&twice=true", framework)
      await expect(queried(page)).toHaveText(["success: nobody", "success: nobody"])
      expect(gets()).toBe(1)
      for (const name of ["Ada", "Eve"]) {
        await signInAs(page, name)
        await expect(queried(page)).toHaveText([`success: ${name}`, `success: ${name}`])
        await expect(who(page)).toHaveText(`authenticated: ${name}`)
      }
      harness().requests.length = 0
      await signOut(page)
      await expect(queried(page)).toHaveText(["success: nobody", "success: nobody"])
      await expect(who(page)).toHaveText("unauthenticated: nobody")
      expect(gets()).toBe(0)
    })

    test("an app that clears its queries at a sign-out sees the next user everywhere", async ({ context }) => {
      const [page] = await signedIn(context, 1, "query=true", framework)
      if (!page) throw new Error("There is a tab")
      await page.evaluate(() => window.queryClient.clear())
      await expect(who(page)).toHaveText("authenticated: Ada")
      await signOut(page)
      await page.evaluate(() => window.queryClient.clear())
      await expectBoth(page, "nobody")
      await signInAs(page, "Eve")
      await expectBoth(page, "Eve")
    })

    test("a session in hydrated queries replaces nobody", async ({ context }) => {
      await signedIn(context, 1, "", framework)
      const { page, texts } = await watched(context, "query=true", framework)
      await expectBoth(page, "Ada")
      await page.evaluate((state) => window.hydrateQueries(state), rendered("Mallory"))
      if (framework === "react") await set(page, { boundary: rendered("Mallory") })
      await page.waitForTimeout(300)
      await expectBoth(page, "Ada")
      expect([...texts]).not.toContain("authenticated: Mallory")
    })

    test("a query beside a provider that doesn't know its QueryClient sees every sign-in and sign-out", async ({
      context,
    }) => {
      const page = await open(context, 'query="apart"', framework)
      await expectBoth(page, "nobody")
      for (const name of ["Ada", "Eve"]) {
        await signInAs(page, name)
        await expectBoth(page, name)
      }
      const other = await open(context, "", framework)
      await expect(who(other)).toHaveText("authenticated: Eve")
      harness().requests.length = 0
      await signOut(other)
      await expectBoth(page, "nobody")
      expect(gets()).toBe(0)
    })
  })
}

/** Returns the texts that are painted from now on, for `frames` frames. */
const painted = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    const texts = new Set<string>()
    for (let frame = 0; frame < count; frame++) {
      await new Promise(requestAnimationFrame)
      const element = document.querySelector("#who")
      if (element?.checkVisibility()) texts.add(element.textContent ?? "")
    }
    return [...texts]
  }, frames)

for (const query of ["", "&query=true"]) {
  test(`React: <Activity> that was hidden while another user signed in never shows the previous one${query && ", with a QueryClient"}`, async ({
    context,
  }) => {
    const [other] = await signedIn(context, 1)
    const page = await open(context, `activity="visible"${query}`)
    await expect(who(page)).toHaveText("authenticated: Ada")
    await set(page, { activity: "hidden" })
    await expect(who(page)).toBeHidden()
    if (other) await signInAs(other, "Eve")
    await page.bringToFront()
    const seen = painted(page, 40)
    await set(page, { activity: "visible" })
    await expect(who(page)).toHaveText("authenticated: Eve")
    expect(await seen).not.toContain("authenticated: Ada")
  })
}
