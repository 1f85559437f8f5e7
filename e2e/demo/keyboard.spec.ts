import { expect, test, type Page } from "./nightbook.ts"

import { KATHERINE, expectSignedIn, expectSignedOut } from "./user.ts"

/** Presses Tab until the focused element has that name. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab")
    const focused = page.locator(":focus")
    const snapshot = (await focused.count()) > 0 ? await focused.ariaSnapshot() : ""
    if (snapshot.includes(`"${name}"`)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

test("I sign in, change pages and sign out with the keyboard alone", async ({ page }) => {
  await page.goto("/")
  await expectSignedOut(page)
  await tabTo(page, "Sign in")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Sign in to Nightbook" })).toBeVisible()
  await tabTo(page, "Email")
  await page.keyboard.type(KATHERINE.email)
  await tabTo(page, "Password")
  await page.keyboard.type(KATHERINE.password)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname === "/") // the header changes before the browser leaves the page
  await expectSignedIn(page, KATHERINE.name)
  await tabTo(page, "Journal")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Jupiter and four moons" })).toBeVisible()
  await page.getByRole("banner").locator("summary").focus()
  await page.keyboard.press("Enter")
  await page.keyboard.press("ArrowUp") // the last item
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname === "/") // the header changes before the browser leaves the page
  await expectSignedOut(page)
})

test("after a wrong password the focus is where I go on", async ({ page }) => {
  await page.goto("/auth/signin")
  await tabTo(page, "Continue with email")
  await tabTo(page, "Email")
  await page.keyboard.type(KATHERINE.email)
  await tabTo(page, "Password")
  await page.keyboard.type("wrong")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
  const focused = await page.evaluate(() => document.activeElement?.tagName)
  expect(focused).not.toBe("BODY")
})

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto("/")
  await expectSignedOut(page)
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("main")).toBeFocused()
})
