import { expect, test, type Page } from "../test.ts"
import { signIn } from "../pages/two-step-user.ts"
import { openTwoStepSite } from "../pages/two-step.ts"
import { addDevice } from "./device.ts"

/** Adds a passkey to the signed-in user's account, as an account page does. */
function addPasskey(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const asked = await fetch("/auth/webauthn-options/passkey?action=register")
    const { options } = (await asked.json()) as { options: PublicKeyCredentialCreationOptionsJSON }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const data = JSON.stringify(await navigator.credentials.create({ publicKey }))
    const { csrfToken } = (await (await fetch("/auth/csrf")).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, action: "register", data })
    return (await fetch("/auth/callback/passkey", { method: "POST", body, redirect: "manual" })).status
  })
}

test("a passkey is the second factor after a password, also at the second try", async ({ page }) => {
  const site = await openTwoStepSite()
  const device = await addDevice(page)
  await page.route("**/webauthn-options/**authenticate**", (route) => route.fulfill({ status: 500, json: {} })) // the sign-in page would use the passkey at once
  await signIn(page, site.origin, "ada")
  await page.getByLabel("6-digit code").fill(await site.app.code())
  await expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible()
  await addPasskey(page)
  expect(await device.credentials()).toHaveLength(1)
  await page.goto(`${site.origin}/auth/signout?callbackUrl=%2F`)
  await page.getByRole("button", { name: "Sign out" }).click()

  await device.isVerified(false)
  await signIn(page, site.origin, "ada")
  await expect(page).toHaveURL(/\/step\/second-factor/)
  const [box, button] = await Promise.all([
    page.getByLabel("Trust this device for 30 days").boundingBox(),
    page.getByRole("button", { name: "Use a passkey" }).boundingBox(),
  ])
  expect(box?.x, "the checkbox starts where the button does").toBe(button?.x)
  const use = page.getByRole("button", { name: "Use a passkey" })
  await use.click()
  await expect(use).not.toHaveAttribute("aria-busy") // the ceremony ended as if the user had closed the dialog
  await device.isVerified(true)
  await use.click()
  await expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible()
  await site.stop()
})
