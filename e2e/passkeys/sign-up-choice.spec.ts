// A sign-up page that offers a password, and a passkey instead of it
import { test as base, expect, type Page } from "../demo/nightbook.ts"
import { startDemo } from "../demo/start.ts"
import { openMailAlone } from "../demo/user.ts"
import { addDevice } from "./device.ts"

const test = base.extend<object, { demo: string }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, stop } = await startDemo(4306 + parallelIndex * 10, "passkey-or-password")
      await use(url)
      await stop()
    },
    { scope: "worker" },
  ],
})

test.describe.configure({ mode: "default" }) // in one worker, because each starts a demo and a browser

const choice = (page: Page) => page.getByRole("button", { name: "Use a passkey instead" })

/** Opens the sign-up page and enters a new address. */
async function enterAddress(page: Page, name: string): Promise<string> {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto("/auth/sign-up?callbackUrl=%2Fjournal")
  await page.getByLabel("Email").fill(email)
  return email
}

/** Enters the emailed code. With a script, its last digit submits the form. */
async function enterCode(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  const mailbox = await page.context().newPage()
  const code =
    /\b\d{3} ?\d{3}\b/.exec(await (await openMailAlone(mailbox, email)).locator("body").innerText())?.[0] ?? ""
  await mailbox.close()
  await page.getByLabel("6-digit code").fill(code.replace(" ", ""))
}

async function signedInAs(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get("/auth/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email
}

test("a new user presses the second button, and signs up with a passkey", async ({ page }) => {
  const device = await addDevice(page)
  const email = await enterAddress(page, "key")
  await choice(page).click() // without a password
  await enterCode(page, email)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await expect.poll(() => signedInAs(page)).toBe(email)
  expect(await device.credentials()).toHaveLength(1)
})

test("a new user enters a password and presses Enter", async ({ page }) => {
  const email = await enterAddress(page, "word")
  await page.getByLabel("Password", { exact: true }).fill("one comet over nantucket")
  await page.getByLabel("Password", { exact: true }).press("Enter")
  await enterCode(page, email)
  await expect.poll(() => signedInAs(page)).toBe(email)
})

test("the second button still needs an address, and the first one a password", async ({ page }) => {
  await enterAddress(page, "none")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
  await page.getByLabel("Email").fill("")
  await choice(page).click()
  await expect(page.getByLabel("Email")).toBeFocused()
  expect(new URL(page.url()).pathname).toBe("/auth/sign-up")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the page has the form with a password only", async ({ page }) => {
    await enterAddress(page, "plain")
    await expect(choice(page)).toBeHidden()
    await page.getByLabel("Password", { exact: true }).fill("one comet over nantucket")
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  })
})
