import { expect, test, type Page } from "@playwright/test"

import { focus, gets, harness, open, serve, signedIn, signInAs, signOut, who } from "./tabs.ts"

serve(["react"])

/** Tests of next-auth/react's behavior that need a browser. The others are in client/next-auth.test.ts. */
test.describe("as with next-auth/react", () => {
  const past = (page: Page, ms: number) => page.waitForTimeout(ms) // that nothing happens can only be waited for

  test("a tab that is shown again asks, and shows what changed elsewhere", async ({ context }) => {
    const [page] = await signedIn(context, 1)
    if (!page) throw new Error("There is a tab")
    await past(page, 1100)
    const changed = { user: { name: "Countess" }, expires: new Date(Date.now() + 3600_000).toISOString() }
    harness().answers.set("/auth/session", { body: JSON.stringify(changed) })
    await focus(page)
    await expect(who(page)).toHaveText("authenticated: Countess")
  })

  test("refetchOnWindowFocus={false} asks nothing then", async ({ context }) => {
    const [page] = await signedIn(context, 1, "refetchOnWindowFocus=false")
    if (!page) throw new Error("There is a tab")
    await past(page, 1100)
    harness().requests.length = 0
    await focus(page)
    await past(page, 500)
    expect(gets()).toBe(0)
  })

  test("refetchInterval polls in seconds, and no anonymous user's session", async ({ context, browser }) => {
    const [page] = await signedIn(context, 1, "refetchInterval=1")
    harness().requests.length = 0
    await expect.poll(gets).toBeGreaterThanOrEqual(2)
    const [elsewhere] = [await browser.newContext()]
    const anonymous = await open(elsewhere, "refetchInterval=1")
    await expect(who(anonymous)).toHaveText("unauthenticated: nobody")
    await page?.close()
    harness().requests.length = 0
    await past(anonymous, 2500)
    expect(gets()).toBe(0)
    await elsewhere.close()
  })

  test("refetchWhenOffline={false} does not try while the device is offline, and polls again afterwards", async ({
    context,
  }) => {
    const [page] = await signedIn(context, 1, "refetchInterval=1&refetchWhenOffline=false")
    if (!page) throw new Error("There is a tab")
    await context.setOffline(true)
    const tried: string[] = []
    page.on("request", (request) => tried.push(request.url()))
    await past(page, 2500)
    expect(tried).toEqual([])
    await expect(who(page)).toHaveText("authenticated: Ada")
    await context.setOffline(false)
    await expect.poll(() => tried.length).toBeGreaterThan(0)
  })

  test("update() and getSession() of one tab are seen in the others", async ({ context }) => {
    const [page, other] = await signedIn(context, 2)
    if (!page || !other) throw new Error("There are two tabs")
    harness().requests.length = 0
    expect(await page.evaluate(() => window.latchkit.update())).toMatchObject({ user: { name: "Ada" } })
    expect(harness().requests).toContain("POST /auth/session")
    const changed = { user: { name: "Countess" }, expires: new Date(Date.now() + 3600_000).toISOString() }
    harness().answers.set("/auth/session", { body: JSON.stringify(changed) })
    expect(await page.evaluate(() => window.latchkit.getSession())).toMatchObject(changed)
    for (const tab of [page, other]) await expect(who(tab)).toHaveText("authenticated: Countess")
  })

  test("signIn() shows the sign-in page, which leads back here", async ({ context }) => {
    const page = await open(context, "refetchInterval=60")
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    const here = page.url()
    await page.evaluate(() => void window.latchkit.signIn())
    await page.waitForURL(/\/auth\/signin\?/)
    expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe(here)
    await page.locator("input[name=name]").fill("Ada")
    await page.locator("input[name=password]").fill("right")
    await page
      .locator("form", { has: page.locator("input[name=password]") })
      .locator("[type=submit]")
      .click()
    await page.waitForURL(here)
    await expect(who(page)).toHaveText("authenticated: Ada")
  })

  test("signIn and signOut leave for callbackUrl; the next page knows, and so do the other tabs", async ({
    context,
  }) => {
    const [page, other] = [await open(context), await open(context)]
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    await expect(who(other)).toHaveText("unauthenticated: nobody")
    await page.evaluate(() => void window.latchkit.signIn("credentials", { name: "Ada", callbackUrl: "/react?desk=1" }))
    await page.waitForURL(/desk=1/)
    for (const tab of [page, other]) await expect(who(tab)).toHaveText("authenticated: Ada")
    await page.evaluate(() => void window.latchkit.signOut({ callbackUrl: "/react?bye=1" }))
    await page.waitForURL(/bye=1/)
    for (const tab of [page, other]) await expect(who(tab)).toHaveText("unauthenticated: nobody")
  })

  test("a refusal shows the sign-in page with its error, or with redirect: false stays and says so", async ({
    context,
  }) => {
    const page = await open(context)
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    const here = page.url()
    const rejected = await page.evaluate(() => window.latchkit.signIn("credentials", { name: "", redirect: false }))
    expect(rejected).toMatchObject({ ok: false, error: "CredentialsSignin", url: null })
    expect(page.url()).toBe(here)
    await page.evaluate(() => void window.latchkit.signIn("credentials", { name: "" }))
    await page.waitForURL(/\/auth\/signin\?.*error=CredentialsSignin/)
  })

  test("with redirect: false nothing is loaded anew: what was typed is still there", async ({ context }) => {
    const page = await open(context)
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    await page.evaluate(() => Object.assign(window, { typed: "a draft" }))
    await signInAs(page, "Ada")
    await expect(who(page)).toHaveText("authenticated: Ada")
    await signOut(page)
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    expect(await page.evaluate(() => Reflect.get(window, "typed"))).toBe("a draft")
  })
})
