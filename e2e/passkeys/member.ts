import { expect, type Page } from "../demo/nightbook.ts"
import { askForMail, openMailAlone } from "../demo/user.ts"
import { addDevice, type Device } from "./device.ts"

/** Returns the section of the account page with the passkeys. */
export const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys" })

/** Returns the passkeys in that section. Without one, it has a row that says so. */
export const passkeyRows = (page: Page) =>
  passkeys(page)
    .getByRole("listitem")
    .filter({ has: page.getByText("Edit", { exact: true }) })

/** Signs a new member in by email, and adds a passkey on the account page. */
export async function memberWithPasskey(page: Page, name: string): Promise<Device> {
  const device = await addDevice(page)
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`
  // The email field would suggest the passkeys of other tests
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await askForMail(page, email)
  const mail = await openMailAlone(page, email)
  await mail.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/account")
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click()
  await expect(passkeyRows(page)).toHaveCount(1)
  return device
}

/** Removes the account's only passkey on the account page. */
export async function removePasskey(page: Page): Promise<void> {
  await passkeys(page).getByText("Edit", { exact: true }).click()
  await passkeys(page).getByText("Remove", { exact: true }).first().click()
  await passkeys(page)
    .getByRole("button", { name: /^Remove/ })
    .last()
    .click()
  await expect(passkeyRows(page)).toHaveCount(0)
}
