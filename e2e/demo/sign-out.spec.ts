import { isLong } from "../../server/test-kit/long.ts"
import { expect, test, type Page } from "./nightbook.ts"
import { chooseAtPeople, expectSignedIn, expectSignedOut, signInWithPassword, signOut } from "./user.ts"

const atPeople = (page: Page) => page.getByRole("heading", { name: "Sign out of People too?" })

async function signInAtPeople(page: Page, callbackUrl: string) {
  await page.goto(`/auth/signin?${new URLSearchParams({ callbackUrl })}`)
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Ada Lovelace")
}

test("I sign out of Nightbook and of the provider that I came in by, and land on Nightbook", async ({ page }) => {
  await signInAtPeople(page, "/")
  await expectSignedIn(page, "Ada Lovelace")
  await signOut(page)
  await expect(atPeople(page)).toBeVisible()
  await expect(page.getByText("ada@people.example")).toBeVisible()
  expect(await (await page.request.get("/auth/session")).json(), "signed out before the provider is asked").toBeNull()

  await page.getByRole("button", { name: "Sign out of People" }).click()
  await expectSignedOut(page)
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe("/")

  await page.goto("/auth/signin")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible()
})

test("who came in by password is not sent to the provider", async ({ page }) => {
  await signInWithPassword(page, { path: "/" })
  await signOut(page)
  await expectSignedOut(page)
  expect(new URL(page.url()).pathname).toBe("/")
})

/** The suite of each framework has these on its own site. */
if (isLong) {
  test("who stays signed in at the provider is signed out of Nightbook all the same", async ({ page }) => {
    await signInAtPeople(page, "/")
    await expectSignedIn(page, "Ada Lovelace")
    await signOut(page)
    await page.getByRole("button", { name: "Stay signed in at People" }).click()
    await expectSignedOut(page)
  })

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false })

    test("I sign out of both by the page that asks", async ({ page }) => {
      await signInAtPeople(page, "/")
      await page.goto("/auth/signout?callbackUrl=%2Fmailbox")
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByRole("button", { name: "Sign out of People" }).click()
      await page.waitForURL("**/mailbox")
      expect(await (await page.request.get("/auth/session")).json()).toBeNull()
    })
  })
}
