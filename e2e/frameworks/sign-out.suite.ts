import { expect, test } from "./harbour.ts"
import { chooseAtPeople, expectSignedIn, expectSignedOut, signOut } from "./user.ts"

test("I sign out of the provider that I came in by as well, and land on the site", async ({ page, open }) => {
  const harbour = await open({ END_SESSION: "yes" })
  const signIn = async () => {
    await page.goto(`${harbour.service}/signin?callbackUrl=%2Fprotected`)
    await page.getByRole("button", { name: "Continue with People" }).click()
  }
  await signIn()
  await chooseAtPeople(page, "Ada Lovelace")
  await expectSignedIn(page, "Ada Lovelace")
  await signOut(page)
  await expect(page.getByRole("heading", { name: "Sign out of People too?" })).toBeVisible()
  expect(await (await page.request.get(`${harbour.service}/session`)).json()).toBeNull()
  await page.getByRole("button", { name: "Sign out of People" }).click()
  await expectSignedOut(page)
  expect(new URL(page.url()).origin).toBe(harbour.origin)
  await signIn()
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible()
})
