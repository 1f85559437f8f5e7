import { withClient } from "../demo/client-script.ts"
import { expect, test, type Page } from "../demo/nightbook.ts"
import { askForMail, chooseAtPeople, openMailAlone } from "../demo/user.ts"
import { addDevice } from "./device.ts"
import { passkeyRows, passkeys } from "./member.ts"

test.use({ bypassCSP: true }) // the demo allows only its own scripts, and this test adds one

/** Calls `offerPasskey`, as an app does on the page that users see first. */
async function offer(page: Page) {
  return withClient(page, ({ offerPasskey }) => {
    // Chromium never settles a conditional request with a virtual authenticator, so the test leaves the mediation out
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = ({ publicKey, signal }: CredentialCreationOptions = {}) =>
      create({ ...(publicKey && { publicKey }), ...(signal && { signal }) })
    return offerPasskey()
  })
}

test("a browser creates a passkey by itself after a sign-in by email, and asks once", async ({ page }) => {
  const device = await addDevice(page)
  const email = `offer-${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await askForMail(page, email)
  const mail = await openMailAlone(page, email)
  await mail.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/account")
  expect(await offer(page)).toMatchObject({ ok: true })
  expect(await device.credentials()).toHaveLength(1)
  await page.goto("/account")
  await expect(passkeyRows(page)).toHaveCount(1)
  await offer(page) // the session changed with the passkey
  expect(await offer(page)).toMatchObject({ ok: false, error: "Cancelled" })
  expect(await device.credentials()).toHaveLength(1)
})

test("a browser creates a passkey by itself after a sign-in with a provider", async ({ page }) => {
  const device = await addDevice(page)
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Henrietta Leavitt")
  await expect(passkeys(page)).toBeVisible()
  expect(await offer(page)).toMatchObject({ ok: true })
  expect(await device.credentials()).toHaveLength(1)
})

test("an anonymous user is offered nothing, and no request is sent", async ({ page }) => {
  await page.goto("/")
  const requests: string[] = []
  page.on("request", (request) => void requests.push(request.url()))
  expect(await offer(page)).toMatchObject({ ok: false, error: "SessionRequired" })
  expect(requests.filter((url) => url.includes("webauthn-options"))).toEqual([])
})
