import { isLong } from "../../server/test-kit/long.ts"
import { expect, test } from "./nightbook.ts"

import { KATHERINE, chooseAtPeople, expectSignedIn, expectSignedOut, fillPassword, signInWithPassword } from "./user.ts"

test("I sign in by password, and a reload finds me signed in", async ({ page }) => {
  await page.goto("/")
  await expectSignedOut(page)
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click()
  await expect(page.getByRole("checkbox", { name: "Keep me signed in" })).toBeChecked()
  await fillPassword(page)
  await page.waitForURL((url) => url.pathname === "/") // the header changes before the browser leaves the page
  await expectSignedIn(page, KATHERINE.name)
  await page.reload()
  await expectSignedIn(page, KATHERINE.name)
})

test("I pick a demo account, and its password is filled in", async ({ page }) => {
  await page.goto("/sign-in?callbackUrl=%2Fjournal")
  await page.getByRole("button", { name: KATHERINE.name }).click()
  await expect(page.getByLabel("Email")).toHaveValue(KATHERINE.email)
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(KATHERINE.password)
  await expect(page.getByRole("main").getByRole("button", { name: "Sign in", exact: true })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/journal")
  await expectSignedIn(page, KATHERINE.name)
})

test("I add an account, switch back to the first one, and sign out of both", async ({ page }) => {
  await signInWithPassword(page, { path: "/" })
  await expectSignedIn(page, KATHERINE.name)
  await page.getByRole("banner").locator("summary").click()
  await page.getByRole("menuitem", { name: "Add another account" }).click()
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Grace Hopper")
  await expectSignedIn(page, "Grace Hopper")
  await page.getByRole("banner").locator("summary").click()
  const switched = page.waitForEvent("load") // the header changes before the browser leaves the page
  await page.getByRole("menuitem", { name: KATHERINE.name }).click()
  await switched
  await expectSignedIn(page, KATHERINE.name)
  await page.getByRole("banner").locator("summary").click()
  await page.getByRole("menuitem", { name: "Sign out of all accounts" }).click()
  await expectSignedOut(page)
})

test("an address without a page says so, and leads back", async ({ page }) => {
  const response = await page.goto("/no-such-night")
  expect(response?.status()).toBe(404)
  await page.getByRole("link", { name: "See tonight’s sky" }).click()
  await expectSignedOut(page)
})

/** The suite of each framework has these on its own site. */
if (isLong) {
  test("an address that nobody has gets the same answer as a wrong password", async ({ page }) => {
    const said = []
    for (const email of [KATHERINE.email, "nobody@example.com"]) {
      await page.goto("/auth/signin")
      await fillPassword(page, { email, password: "not-the-password" })
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
      said.push(await page.locator(".auth-alert").innerText())
    }
    expect(said[0]).toBe(said[1])
  })

  test("cancelled consent does not sign me in either, and I can start again", async ({ page }) => {
    await page.goto("/auth/signin?callbackUrl=%2Fjournal")
    await page.getByRole("button", { name: "Continue with People" }).click()
    await page.getByRole("button", { name: /Grace Hopper/ }).click()
    await page.getByRole("heading", { name: "Let Nightbook in?" }).waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
    await page.getByRole("button", { name: "Continue with People" }).click()
    await page.getByRole("button", { name: "Allow" }).click()
    await expectSignedIn(page, "Grace Hopper")
  })

  test("the journal and its nights are rejected while I am signed out", async ({ page, request }) => {
    await page.goto("/journal?night=3")
    expect(new URL(page.url()).pathname).toBe("/sign-in")
    expect((await request.get("/api/nights")).status()).toBe(401)
    await fillPassword(page)
    await page.waitForURL("**/journal?night=3")
    await expect(page.getByRole("heading", { name: "Katherine Johnson’s journal" })).toBeVisible()
  })

  test("no script can read the session cookie", async ({ page, context }) => {
    await signInWithPassword(page)
    await expectSignedIn(page, KATHERINE.name)
    const session = (await context.cookies()).find(({ name }) => name === "latchkit.session-token")
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", domain: "localhost" })
    expect(await page.evaluate(() => document.cookie)).not.toContain("session-token")
  })

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false })

    test("I sign in by password and sign out again", async ({ page }) => {
      await signInWithPassword(page, { path: "/" })
      await expect(page.locator("noscript p").first()).toHaveText("Signed in as Katherine Johnson.")
      await page.getByRole("link", { name: "Sign out" }).click()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL(({ pathname }) => pathname !== "/auth/signout")
      await page.goto("/")
      await expect(page.locator("noscript p").first()).toHaveText("You are signed out.")
    })
  })
}
