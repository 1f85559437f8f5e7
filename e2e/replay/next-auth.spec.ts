import { expect, test, type JSHandle, type Page } from "@playwright/test"

import { finish } from "../attacks/attack.ts"
import { openReplay, type ReplaySite } from "./site.ts"

/** Both versions of next-auth/react have these functions. */
interface Client {
  signIn(provider?: string, options?: object): Promise<{ url: string | null } | undefined>
  signOut(options?: object): Promise<unknown>
  getSession(): Promise<unknown>
  getProviders(): Promise<unknown>
  getCsrfToken(): Promise<unknown>
}

const VERSION_4 = {
  name: "next-auth-4",
  client: (page: Page): Promise<JSHandle<Client>> => page.evaluateHandle(() => window.nextAuth4),
  returnTo: (callbackUrl: string) => ({ callbackUrl }),
  signedIn: { ok: true, status: 200, error: null },
  wrongPassword: { ok: false, status: 401, error: "CredentialsSignin", url: null },
  openIdType: "oauth",
} as const

const VERSION_5 = {
  name: "next-auth",
  client: (page: Page): Promise<JSHandle<Client>> => page.evaluateHandle(() => window.nextAuth),
  returnTo: (redirectTo: string) => ({ redirectTo }),
  signedIn: { ok: true, status: 200 },
  wrongPassword: { ok: true, status: 200, error: "CredentialsSignin", code: "credentials", url: null },
  openIdType: "oidc",
} as const

const SETUPS = [
  { title: "of version 4, unmodified, under the preset for version 4", version: VERSION_4, preset: true },
  { title: "of version 5, unmodified, under the preset", version: VERSION_5, preset: true },
  { title: "of version 5, unmodified, without the preset", version: VERSION_5, preset: false },
]

const ADA = { name: "Ada", password: "pw" }

const heading = (page: Page) => page.getByRole("heading")

for (const { title, version, preset } of SETUPS) {
  const { client, returnTo } = version

  const signIn = async (page: Page, fields: object) =>
    (await client(page)).evaluate((it, entered) => it.signIn("credentials", { ...entered, redirect: false }), fields)
  const signOut = async (page: Page) => (await client(page)).evaluate((it) => it.signOut({ redirect: false }))

  test.describe(`next-auth/react ${title}`, () => {
    const opened: { site?: ReplaySite } = {}
    const site = (): ReplaySite => {
      if (opened.site) return opened.site
      throw new Error("The site did not open")
    }
    test.beforeAll(async () => {
      opened.site = await openReplay(version.name, { preset })
    })
    test.afterAll(() => opened.site?.stop())

    test("signs in by password, knows the session, changes it and signs out", async ({ page }) => {
      await page.goto(site().origin)
      await expect(heading(page)).toHaveText("unauthenticated: nobody")
      const url = `${site().origin}/`
      expect(await signIn(page, ADA)).toEqual({ ...version.signedIn, url })
      await expect(heading(page)).toHaveText("authenticated: Ada")
      await page.getByRole("button", { name: "Rename" }).click()
      await expect(heading(page)).toHaveText("authenticated: Ada King")
      await page.reload()
      await expect(heading(page)).toHaveText("authenticated: Ada King")
      expect(await signOut(page)).toEqual({ url })
      await expect(heading(page)).toHaveText("unauthenticated: nobody")
      expect(await (await client(page)).evaluate((it) => it.getSession())).toBeNull()
    })

    test("reports a wrong password", async ({ page }) => {
      await page.goto(site().origin)
      expect(await signIn(page, { ...ADA, password: "wrong" })).toEqual(version.wrongPassword)
      await expect(heading(page)).toHaveText("unauthenticated: nobody")
    })

    test("follows the URL of a step, and comes back signed in", async ({ page }) => {
      const fields = { name: "Grace", password: "pw", ...returnTo("/garden?bed=7") }
      const step = `${site().origin}/api/auth/step/second-factor`
      const enterCode = async () => {
        await page.waitForURL(step)
        await page.getByLabel("6-digit code").pressSequentially(await site().app.code())
        await page.waitForURL(`${site().origin}/garden?bed=7`)
        await expect(heading(page)).toHaveText("authenticated: Grace")
      }
      await page.goto(site().origin)
      const paused = await signIn(page, fields)
      expect(paused).toMatchObject({ ok: true, status: 200, url: step })
      await expect(heading(page)).toHaveText("unauthenticated: nobody")
      await page.goto(paused?.url ?? "")
      await enterCode()
      await signOut(page)
      await (await client(page)).evaluate((it, options) => void it.signIn("credentials", options), fields)
      await enterCode()
    })

    test("signs in with an OpenID provider and comes back to the page it left, then signs out to another", async ({
      page,
    }) => {
      await page.goto(`${site().origin}/garden?bed=7`)
      await (await client(page)).evaluate((it) => void it.signIn("acme"))
      await finish(page, /Ada/)
      await page.waitForURL(`${site().origin}/garden?bed=7`)
      await expect(heading(page)).toHaveText("authenticated: Ada Lovelace")
      await (await client(page)).evaluate((it, options) => void it.signOut(options), returnTo("/gate"))
      await page.waitForURL(`${site().origin}/gate`)
      await expect(heading(page)).toHaveText("unauthenticated: nobody")
    })

    test("is led to the sign-in page without a provider, and by a page that requires a session", async ({ page }) => {
      await page.goto(`${site().origin}/garden`)
      await (await client(page)).evaluate((it) => void it.signIn())
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
      await signIn(page, ADA)
      await expect(heading(page)).toHaveText("authenticated: Ada")
      await other.reload()
      await expect(heading(other)).toHaveText("authenticated: Ada")
      await signOut(page)
      await expect(heading(other)).toHaveText("unauthenticated: nobody")
    })

    test("finds the providers and the CSRF token", async ({ page }) => {
      await page.goto(site().origin)
      const base = `${site().origin}/api/auth`
      const nextAuth = await client(page)
      expect(await nextAuth.evaluate((it) => it.getProviders())).toEqual({
        credentials: expect.objectContaining({ id: "credentials", type: "credentials" }),
        acme: {
          id: "acme",
          name: expect.any(String),
          type: version.openIdType,
          signinUrl: `${base}/signin/acme`,
          callbackUrl: `${base}/callback/acme`,
        },
      })
      expect(await nextAuth.evaluate((it) => it.getCsrfToken())).toMatch(/^[\da-f]{64}$/)
    })
  })
}
