import { expect, test } from "@playwright/test"

import { FRAMEWORKS, gets, harness, open, serve, signInAs, signOut, seenTexts, who } from "./tabs.ts"

serve(FRAMEWORKS)

const shownText = (name?: string) => (name === undefined ? "unauthenticated: nobody" : `authenticated: ${name}`)

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    for (const [what, before, after] of [
      ["another user signed in", "Ada", "Eve"],
      ["the user signed out", "Ada", undefined],
      ["the user signed in", undefined, "Ada"],
    ] as const) {
      test(`never shows a preloaded session after ${what}`, async ({ context }) => {
        const other = await open(context, "", framework)
        await expect(who(other)).toHaveText(shownText())
        await signInAs(other, "Eve") // loads its scripts, before they are held back
        await signOut(other)
        if (before) await signInAs(other, before)
        await expect(who(other)).toHaveText(shownText(before))

        const page = await context.newPage()
        const seen = await seenTexts(page)
        const held = Promise.withResolvers<void>()
        harness().scripts.ready = held.promise
        harness().requests.length = 0
        const preloaded = page.waitForResponse(/\/auth\/session$/)
        await page.goto(`${harness().origin}/${framework}?preload=1`, { waitUntil: "commit" })
        await (await preloaded).finished()
        if (after) await signInAs(other, after)
        else await signOut(other)
        await expect(who(other)).toHaveText(shownText(after))
        await other.close() // it leads, and would tell this tab
        held.resolve()
        await expect(who(page)).toHaveText(shownText(after))
        expect([...seen].filter((text) => text !== "loading: nobody")).toEqual([shownText(after)])
      })
    }

    test("uses a preloaded session, and requests none itself", async ({ context }) => {
      const other = await open(context, "", framework)
      await expect(who(other)).toHaveText(shownText())
      await signInAs(other, "Ada")
      await other.close()
      harness().requests.length = 0
      const page = await open(context, "preload=1", framework)
      await expect(who(page)).toHaveText(shownText("Ada"))
      expect(gets()).toBe(1)
    })
  })
}
