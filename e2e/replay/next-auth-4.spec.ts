import { expect, test, type Page } from "@playwright/test"
import { finish } from "../attacks/attack.ts"
import { openReplay, type ReplaySite } from "./site.ts"

const heading = (page: Page) => page.getByRole("heading")

const signIn = (page: Page, password = "pw") =>
  page.evaluate((entered) => {
    const fields = { name: "Ada", password: entered, redirect: false } as const
    return window.nextAuth4.signIn("credentials", fields)
  }, password)

test.describe("next-auth/react of version 4, unmodified, under the preset for version 4", () => {
  const opened: { site?: ReplaySite } = {}
  const site = (): ReplaySite => {
    if (opened.site) return opened.site
    throw new Error("The site did not open")
  }
  test.beforeAll(async () => {
    opened.site = await openReplay("next-auth-4", { preset: true })
  })
  test.afterAll(() => opened.site?.stop())

  test("signs in by password, knows the session, changes it and signs out", async ({ page }) => {
    await page.goto(site().origin)
    await expect(heading(page)).toHaveText("unauthenticated: nobody")
    const url = `${site().origin}/`
    expect(await signIn(page)).toEqual({ ok: true, status: 200, error: null, url })
    await expect(heading(page)).toHaveText("authenticated: Ada")
    await page.getByRole("button", { name: "Rename" }).click()
    await expect(heading(page)).toHaveText("authenticated: Ada King")
    await page.reload()
    await expect(heading(page)).toHaveText("authenticated: Ada King")
    expect(await page.evaluate(() => window.nextAuth4.signOut({ redirect: false }))).toEqual({ url })
    await expect(heading(page)).toHaveText("unauthenticated: nobody")
    expect(await page.evaluate(() => window.nextAuth4.getSession())).toBeNull()
  })

  test("is told of a wrong password with status 401", async ({ page }) => {
    await page.goto(site().origin)
    expect(await signIn(page, "wrong")).toEqual({ ok: false, status: 401, error: "CredentialsSignin", url: null })
    await expect(heading(page)).toHaveText("unauthenticated: nobody")
  })

  test("follows the URL of a step, and comes back signed in", async ({ page }) => {
    const options = { name: "Grace", password: "pw", callbackUrl: "/garden?bed=7" } as const
    const step = `${site().origin}/api/auth/step/second-factor`
    const enterCode = async () => {
      await page.waitForURL(step)
      await page.getByLabel("6-digit code").pressSequentially(await site().app.code())
      await page.waitForURL(`${site().origin}/garden?bed=7`)
      await expect(heading(page)).toHaveText("authenticated: Grace")
    }
    await page.goto(site().origin)
    const paused = await page.evaluate(
      (to) => window.nextAuth4.signIn("credentials", { ...to, redirect: false }),
      options,
    )
    expect(paused).toMatchObject({ ok: true, status: 200, url: step })
    await expect(heading(page)).toHaveText("unauthenticated: nobody")
    await page.goto(paused?.url ?? "")
    await enterCode()
    await page.evaluate(() => window.nextAuth4.signOut({ redirect: false }))
    await page.evaluate((to) => void window.nextAuth4.signIn("credentials", to), options)
    await enterCode()
  })

  test("signs in with an OpenID provider and comes back to the page it left, then signs out to another", async ({
    page,
  }) => {
    await page.goto(`${site().origin}/garden?bed=7`)
    await page.evaluate(() => void window.nextAuth4.signIn("acme"))
    await finish(page, /Ada/)
    await page.waitForURL(`${site().origin}/garden?bed=7`)
    await expect(heading(page)).toHaveText("authenticated: Ada Lovelace")
    await page.evaluate(() => void window.nextAuth4.signOut({ callbackUrl: "/gate" }))
    await page.waitForURL(`${site().origin}/gate`)
    await expect(heading(page)).toHaveText("unauthenticated: nobody")
  })

  test("is led to the sign-in page without a provider, and by a page that requires a session", async ({ page }) => {
    await page.goto(`${site().origin}/garden`)
    await page.evaluate(() => void window.nextAuth4.signIn())
    await page.waitForURL(/\/api\/auth\/signin\?callbackUrl=/)
    await page.goto(`${site().origin}/garden?required`)
    await page.waitForURL(/\/api\/auth\/signin\?error=SessionRequired/)
    await page.getByLabel("Name").fill("Ada")
    await page.getByLabel("Password", { exact: true }).fill("pw")
    await page.getByRole("button", { name: /^Sign in(, Last used)?$/ }).click()
    await page.waitForURL(`${site().origin}/garden?required`)
    await expect(heading(page)).toHaveText("authenticated: Ada")
  })

  test("tells every tab who is signed in", async ({ page, context }) => {
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto(site().origin)
    await signIn(page)
    await expect(heading(page)).toHaveText("authenticated: Ada")
    await other.reload()
    await expect(heading(other)).toHaveText("authenticated: Ada")
    await page.evaluate(() => window.nextAuth4.signOut({ redirect: false }))
    await expect(heading(other)).toHaveText("unauthenticated: nobody")
  })

  test("finds the providers and the CSRF token", async ({ page }) => {
    await page.goto(site().origin)
    const base = `${site().origin}/api/auth`
    expect(await page.evaluate(() => window.nextAuth4.getProviders())).toEqual({
      credentials: expect.objectContaining({ id: "credentials", type: "credentials" }),
      acme: {
        id: "acme",
        name: expect.any(String),
        type: "oauth",
        signinUrl: `${base}/signin/acme`,
        callbackUrl: `${base}/callback/acme`,
      },
    })
    expect(await page.evaluate(() => window.nextAuth4.getCsrfToken())).toMatch(/^[\da-f]{64}$/)
  })
})
