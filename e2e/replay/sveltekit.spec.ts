import { expect, test, type Page } from "@playwright/test"

import { finish } from "../attacks/attack.ts"
import { openReplay, type ReplaySite } from "./site.ts"

const opened: { site?: ReplaySite } = {}
const site = (): ReplaySite => {
  if (opened.site) return opened.site
  throw new Error("The site did not open")
}
test.beforeAll(async () => {
  opened.site = await openReplay("sveltekit")
})
test.afterAll(() => opened.site?.stop())

const readName = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await (await fetch("/auth/session")).json())?.user?.name)

const signIn = (page: Page, password: string) =>
  page.evaluate(
    (entered) => window.svelteKitAuth.signIn("credentials", { name: "Ada", password: entered, redirect: false }),
    password,
  )

test.describe("@auth/sveltekit/client, unmodified, over our service", () => {
  test("signs in by password and signs out", async ({ page }) => {
    await page.goto(site().origin)
    expect(await signIn(page, "wrong")).toMatchObject({ error: "CredentialsSignin", code: "credentials", url: null })
    expect(await readName(page)).toBeUndefined()
    expect(await signIn(page, "pw")).toMatchObject({ ok: true, url: `${site().origin}/` })
    expect(await readName(page)).toBe("Ada")
    await page.evaluate(() => window.svelteKitAuth.signOut({ redirect: false }))
    expect(await readName(page)).toBeUndefined()
  })

  test("changes the session and finds it changed", async ({ page }) => {
    await page.goto(site().origin)
    await signIn(page, "pw")
    await page.evaluate(async () => {
      const headers = { "content-type": "application/json" }
      await fetch("/auth/session", { method: "POST", headers, body: JSON.stringify({ data: { name: "Ada King" } }) })
    })
    expect(await readName(page)).toBe("Ada King")
  })

  test("signs in with an OpenID provider and comes back to the page it left", async ({ page }) => {
    await page.goto(`${site().origin}/garden?bed=7`)
    await page.evaluate(() => void window.svelteKitAuth.signIn("acme", {}))
    await finish(page, /Grace/)
    await page.waitForURL(`${site().origin}/garden?bed=7`)
    expect(await readName(page)).toBe("Grace Hopper")
    await page.evaluate(() => void window.svelteKitAuth.signOut({ redirectTo: "/gate" }))
    await page.waitForURL(`${site().origin}/gate`)
    expect(await readName(page)).toBeUndefined()
  })
})
