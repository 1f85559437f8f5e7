import { expect, test } from "./harbour.ts"
import { KATHERINE, expectSignedIn, expectSignedOut, signInWithPassword, signOut } from "./user.ts"

test("an anonymous user sees the public page and neither the protected one nor its data", async ({
  page,
  request,
  harbour,
}) => {
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "Everybody can read this" })).toBeVisible()
  await expect(page.getByText("You are signed out.")).toBeVisible()
  for (const path of ["/protected", "/account"]) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([302, 303, 307]).toContain(answer.status())
    const to = new URL(answer.headers()["location"] ?? "", harbour.origin)
    expect(to.origin + to.pathname).toBe(`${harbour.service}/signin`)
    expect(new URL(to.searchParams.get("callbackUrl") ?? "", harbour.origin).href).toBe(harbour.origin + path)
    expect(await answer.text()).not.toContain("tide turns")
  }
  const tide = await request.get("/api/tide")
  expect([tide.status(), await tide.json()]).toEqual([401, { error: "Sign in first" }])
})

test("a member sees the protected page and its data", async ({ page, harbour }) => {
  await signInWithPassword(page, harbour.service, "/protected")
  await expect(page.getByText("The tide turns at noon.")).toBeVisible()
  const tide = await page.request.get("/api/tide")
  expect(await tide.json()).toEqual({ for: KATHERINE.name, turns: "noon" })
  expect(tide.headers()["cache-control"]).toContain("no-store")
})

test("I sign out, and the protected page is closed, also by the back button", async ({ page, harbour }) => {
  await signInWithPassword(page, harbour.service, "/protected")
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  await signOut(page)
  await expectSignedOut(page)
  await expect(page).toHaveURL((url) => url.pathname === "/")
  await page.goBack()
  await expect(page.getByText("The tide turns at noon.")).toHaveCount(0)
  const other = await page.context().newPage() // the first page may be navigating to the sign-in page
  await other.goto("/protected")
  await expect(other.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
})

test("a new name shows at once and after a reload", async ({ page, harbour }) => {
  await page.goto(`${harbour.service}/signin?callbackUrl=%2Faccount`)
  await page.getByRole("button", { name: "Continue with People" }).click()
  await page.getByRole("button", { name: /Grace Hopper/ }).click()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.getByLabel("Your name").fill("Rear Admiral Hopper")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("heading", { name: "Rear Admiral Hopper" })).toBeVisible()
  await expectSignedIn(page, "Rear Admiral Hopper")
  await page.reload()
  await expectSignedIn(page, "Rear Admiral Hopper")
  await page.getByLabel("Your name").fill("Grace Hopper")
  await page.getByRole("button", { name: "Save" }).click()
  await expectSignedIn(page, "Grace Hopper")
})

test("I sign out all other browsers, and stay signed in here", async ({ page, browser, harbour }) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signInWithPassword(elsewhere, harbour.service, "/protected")
  await expect(elsewhere.getByRole("heading", { name: "Members only" })).toBeVisible()
  await signInWithPassword(page, harbour.service, "/account")
  const done = page.waitForResponse((answer) => answer.request().method() === "POST")
  await page.getByRole("button", { name: "Sign out other browsers" }).click()
  await done
  await expectSignedIn(page, KATHERINE.name)
  await elsewhere.goto(`${harbour.origin}/protected`)
  await expect(elsewhere.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
  const other = await page.context().newPage() // without scripts, the first page may be loading again
  await other.goto("/protected")
  await expect(other.getByRole("heading", { name: "Members only" })).toBeVisible()
  await elsewhere.context().close()
})

test("a session ends when its time is over", async ({ page, open, framework }) => {
  const harbour = await open({ SESSION_SECONDS: "10" })
  await signInWithPassword(page, harbour.service, "/")
  await expectSignedIn(page, KATHERINE.name)
  await expect(async () => {
    if (!framework.store) await page.waitForTimeout(11_000) // a reload extends the session, so the user stays away
    if (!framework.store) await page.reload()
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  expect((await page.request.get(`${harbour.origin}/api/tide`)).status()).toBe(401)
  await page.goto(`${harbour.origin}/protected`)
  await expect(page.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
})

test("another tab knows of a sign-in, a new name and a sign-out without a reload", async ({
  page,
  context,
  harbour,
  framework,
}) => {
  test.skip(!framework.store, "Its pages are made on the server alone")
  const second = await context.newPage()
  await second.goto(`${harbour.origin}/`)
  await expectSignedOut(second)
  await page.goto("/password?redirectTo=%2Faccount")
  await page.getByLabel("Email").fill(KATHERINE.email)
  await page.getByLabel("Password").fill(KATHERINE.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await expectSignedIn(page, KATHERINE.name)
  await second.bringToFront()
  await expectSignedIn(second, KATHERINE.name)
  await page.bringToFront()
  await signOut(page)
  await expectSignedOut(page)
  await second.bringToFront()
  await expectSignedOut(second)
})
