import { test as base, expect, type Page } from "../demo/nightbook.ts"
import { startDemo } from "../demo/start.ts"
import { openMailAlone } from "../demo/user.ts"
import { addDevice } from "./device.ts"

/** The demo with passkeys instead of passwords. */
const test = base.extend<object, { demo: string }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, stop } = await startDemo(4305 + parallelIndex * 10, "passkey-sign-up")
      await use(url)
      await stop()
    },
    { scope: "worker" },
  ],
})

test.describe.configure({ mode: "default" }) // in one worker, because each starts a demo and a browser

/** Signs up until the page asks for the passkey. Returns the address. */
async function proveAddress(page: Page, name: string): Promise<string> {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  await page.getByRole("link", { name: "Create an account" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0)
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  const mailbox = await page.context().newPage()
  const code =
    /\b\d{3} ?\d{3}\b/.exec(await (await openMailAlone(mailbox, email)).locator("body").innerText())?.[0] ?? ""
  await mailbox.close()
  await page.getByLabel("6-digit code").fill(code.replace(" ", "")) // the sixth digit submits the form
  await expect(page.getByRole("heading", { name: "Add a passkey" })).toBeVisible()
  return email
}

/** Returns the email of the signed-in user, or `undefined`. */
async function signedInAs(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get("/auth/session")).json()) as { user?: { email?: string } } | null
  return session?.user?.email
}

test("a new user signs up with a passkey, and signs in with it", async ({ page }) => {
  const device = await addDevice(page)
  const email = await proveAddress(page, "new")
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.waitForURL("**/journal")
  await expect.poll(() => signedInAs(page)).toBe(email)
  expect(await device.credentials()).toHaveLength(1)
  await page.goto("about:blank") // the journal would go to the sign-in page by itself
  await page.context().clearCookies()
  await page.goto("/auth/signin?callbackUrl=%2Fjournal") // the virtual device picks the passkey in the email field's list
  await expect.poll(() => signedInAs(page)).toBe(email)
})

test("a user who closes the dialog has no account, and can try again", async ({ page }) => {
  const device = await addDevice(page)
  await device.isVerified(false)
  const email = await proveAddress(page, "undecided")
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await expect(page.getByText("The passkey didn't work.")).toBeVisible()
  expect(await signedInAs(page)).toBeUndefined()
  await device.isVerified(true)
  await page.reload()
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await expect.poll(() => signedInAs(page)).toBe(email)
})
