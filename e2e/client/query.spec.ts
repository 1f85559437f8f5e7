import type { Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import type { QueryClient } from "@tanstack/react-query"

import { sessionKey } from "../../client/session/options.ts"
import { focus, gets, harness, open, openTogether, serve, SHARED, signedIn, signInAs, signOut, who } from "./tabs.ts"

declare global {
  interface Window {
    /** The state of a page that shows a query. */
    queryClient: QueryClient
  }
}

const FRAMEWORKS = ["react", "solid", "svelte"] as const
const QUERY = "query=true"

serve(FRAMEWORKS)

const queried = (page: Page) => page.locator("#queried")

const invalidate = (page: Page) =>
  page.evaluate((queryKey) => window.queryClient.invalidateQueries({ queryKey }), sessionKey("/auth"))

async function expectBoth(page: Page, name: string) {
  await expect(who(page)).toHaveText(`${name === "nobody" ? "unauthenticated" : "authenticated"}: ${name}`)
  await expect(queried(page)).toHaveText(`success: ${name}`)
}

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    test("a page with a query asks once, and the query has the same user", async ({ context }) => {
      const [first] = await signedIn(context, 1, QUERY, framework)
      await first?.close()
      harness().requests.length = 0
      const page = await open(context, QUERY, framework)
      await expectBoth(page, "Ada")
      await page.waitForTimeout(1500)
      expect(gets()).toBe(1)
    })

    test("a page with TanStack Query loads one query engine", async ({ context }) => {
      const page = await open(context, QUERY, framework)
      await expectBoth(page, "nobody")
      const engines = await page.evaluate(async () => {
        const scripts = performance.getEntriesByType("resource").filter(({ name }) => /\.js$/.test(name))
        const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()))
        return texts.join("\n").match(/Missing queryFn: /g)?.length // a sentence of query-core
      })
      expect(engines).toBe(1)
    })

    test("a sign-in and a sign-out are seen in both", async ({ context }) => {
      const page = await open(context, QUERY, framework)
      await expectBoth(page, "nobody")
      await signInAs(page, "Ada")
      await expectBoth(page, "Ada")
      await signOut(page)
      await expectBoth(page, "nobody")
    })

    test("another tab's sign-in and sign-out reach the query, without a request of its own", async ({ context }) => {
      const [page, other] = await Promise.all([open(context, QUERY, framework), open(context, QUERY, framework)])
      for (const tab of [page, other]) await expectBoth(tab, "nobody")
      await signInAs(other, "Ada")
      for (const tab of [page, other]) await expectBoth(tab, "Ada")
      harness().requests.length = 0
      await signOut(other)
      for (const tab of [page, other]) await expectBoth(tab, "nobody")
      await page.waitForTimeout(1000)
      expect(gets()).toBe(0)
    })

    test("hydrates the query with the rendered session, without a request or a warning", async ({ context }) => {
      await signedIn(context, 1, "", framework)
      const page = await context.newPage()
      const warnings: string[] = []
      page.on("console", (message) => warnings.push(message.text()))
      page.on("pageerror", (error) => warnings.push(error.message))
      harness().requests.length = 0
      const response = await page.goto(`${harness().origin}/${framework}?ssr=1&${QUERY}`)
      expect((await response?.text())?.replaceAll(/<!--.*?-->/g, "")).toContain("success: Ada")
      await expectBoth(page, "Ada")
      await page.waitForTimeout(1500)
      expect(gets()).toBe(0)
      expect(warnings).toEqual([])
      await signOut(page)
      await expectBoth(page, "nobody")
    })
  })
}

for (const framework of FRAMEWORKS.filter((each) => SHARED.includes(each))) {
  test.describe(`${framework}, the store`, () => {
    test("five tabs with a query, opened together, ask once", async ({ context }) => {
      const [first] = await signedIn(context, 1, QUERY, framework)
      await first?.close()
      harness().requests.length = 0
      const tabs = await openTogether(context, 5, QUERY, framework)
      for (const page of tabs) await expectBoth(page, "Ada")
      expect(gets()).toBe(1)
    })

    test("an invalidation asks once, and both have its answer", async ({ context }) => {
      const [page] = await signedIn(context, 1, QUERY, framework)
      if (!page) throw new Error("There is a tab")
      await expectBoth(page, "Ada")
      harness().requests.length = 0
      const session = { user: { name: "Eve" }, expires: "2099-01-01T00:00:00.000Z" }
      harness().answers.set("/auth/session", { body: JSON.stringify(session) })
      await invalidate(page)
      await expectBoth(page, "Eve")
      await page.waitForTimeout(1000)
      expect(gets()).toBe(1)
    })

    test("a focus asks once for both", async ({ context }) => {
      const [page] = await signedIn(context, 1, QUERY, framework)
      if (!page) throw new Error("There is a tab")
      await page.waitForTimeout(1500) // a younger session is not asked for again
      harness().requests.length = 0
      await focus(page)
      await expect.poll(gets).toBe(1)
      await page.waitForTimeout(1000)
      expect(gets()).toBe(1)
      await expectBoth(page, "Ada")
    })
  })
}
