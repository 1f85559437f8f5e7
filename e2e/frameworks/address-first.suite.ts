// The card that asks for the address first, on the app's own page with the ready-made action
import type { Page } from "@playwright/test"
import { expect, test, type Harbour, type Open } from "./harbour.ts"
import { KATHERINE, chooseAtPeople, expectSignedIn } from "./user.ts"

/** Opens the members' page, which leads to the sign-in, and sends an address. */
async function sendAddress(page: Page, open: Open, address: string): Promise<Harbour> {
  const harbour = await open({ ADDRESS_FIRST: "yes", SIGN_IN_PAGE: "/address-first" })
  await page.goto(`${harbour.origin}/protected`)
  await page.waitForURL(`${harbour.origin}/address-first?**`)
  const card = page.getByRole("main")
  await expect(card.getByLabel("Password", { exact: true })).toHaveCount(0)
  await continueWith(page, address)
  return harbour
}

async function continueWith(page: Page, address: string) {
  const card = page.getByRole("main")
  await card.getByLabel("Email").fill(address)
  await card.getByRole("button", { name: "Continue", exact: true }).click()
}

async function sendPassword(page: Page, password: string) {
  const card = page.getByRole("main")
  await card.getByLabel("Password", { exact: true }).fill(password)
  await card.getByRole("button", { name: "Sign in", exact: true }).click()
}

async function expectMembersPage(page: Page, { origin }: Harbour) {
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  expect(page.url()).toBe(`${origin}/protected`)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("my address leads to the password, a wrong one stays there, and the right one signs me in", async ({
      page,
      openShared,
    }) => {
      const harbour = await sendAddress(page, openShared, KATHERINE.email)
      const card = page.getByRole("main")
      await expect(card.getByText(KATHERINE.email)).toBeVisible()
      await expect(card.getByRole("button", { name: "Continue with People" })).toHaveCount(0)
      for (const password of ["orbit-the-moon", "orbit-the-sun"]) {
        await sendPassword(page, password)
        await expect(card.getByRole("alert").filter({ hasText: "Wrong email or password. Try again." })).toHaveCount(1)
        await expect(card.getByText(KATHERINE.email)).toBeVisible()
        await expect(card.getByLabel("Password", { exact: true })).toHaveValue("")
      }
      await sendPassword(page, KATHERINE.password)
      await expectMembersPage(page, harbour)
      await expectSignedIn(page, KATHERINE.name)
    })

    test("an address of a company leads to its provider only, and back to the page I wanted", async ({
      page,
      openShared,
    }) => {
      const harbour = await sendAddress(page, openShared, "grace@people.example")
      const card = page.getByRole("main")
      await expect(card.getByRole("button", { name: "Continue with People" })).toBeVisible()
      await expect(card.getByLabel("Password", { exact: true })).toHaveCount(0)
      await card.getByRole("button", { name: "Continue with People" }).click()
      await chooseAtPeople(page, "Grace Hopper")
      await expectMembersPage(page, harbour)
      await expectSignedIn(page, "Grace Hopper")
    })

    test("I change a mistyped address, which stays in its field, and then sign in", async ({ page, openShared }) => {
      const harbour = await sendAddress(page, openShared, "catherine@example.com")
      const card = page.getByRole("main")
      await card.getByRole("link", { name: "Change" }).click()
      await expect(card.getByLabel("Email")).toHaveValue("catherine@example.com")
      await continueWith(page, KATHERINE.email)
      await sendPassword(page, KATHERINE.password)
      await expectMembersPage(page, harbour)
    })

    test("an address without a password gets an email", async ({ page, openShared }) => {
      const address = `first-${crypto.randomUUID()}@example.com`
      const harbour = await sendAddress(page, openShared, address)
      const card = page.getByRole("main")
      await card.getByRole("button", { name: "Continue with email" }).click()
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
      await expect.poll(() => harbour.mails.some(({ recipients }) => recipients.includes(address))).toBe(true)
    })
  })
}
