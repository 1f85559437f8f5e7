// The screens of password accounts and every section of the account, through each framework's integration
import type { Page } from "@playwright/test"
import { fromBase32 } from "../../server/core/proofs/base32.ts"
import { totpCode, totpStep } from "../../server/core/proofs/totp.ts"
import { expect, test, type Harbour } from "./harbour.ts"
import { expectSignedIn, fillPassword } from "./user.ts"

const PASSWORD = "one comet over nantucket"
const NEW_PASSWORD = "two comets over nantucket"

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const newAddress = () => `maria-${crypto.randomUUID().slice(0, 8)}@example.com`

/** A page, and whether it runs scripts. */
interface Tab {
  page: Page
  javaScriptEnabled: boolean
}

/** Waits for an email to that address whose text matches, and returns what it matches. */
async function inMail(harbour: Harbour, address: string, text: RegExp): Promise<string> {
  const found = () =>
    harbour.mails
      .filter(({ recipients }) => recipients.includes(address))
      .map(({ mail }) => text.exec(mail.text ?? "")?.[0])
      .findLast((match) => match !== undefined)
  await expect.poll(found).toBeDefined()
  return found() ?? ""
}

/** Returns the code that was emailed to that address. */
const codeFor = async (harbour: Harbour, address: string) =>
  (await inMail(harbour, address, /^\s*\d{3} \d{3}$/m)).replace(/\s/g, "")

/** Creates an account on the built-in pages, with the code of the email. */
async function signUp({ page, javaScriptEnabled }: Tab, harbour: Harbour, callbackUrl: string): Promise<string> {
  const email = newAddress()
  await page.goto(`${harbour.service}/signin?${new URLSearchParams({ callbackUrl })}`)
  await page.getByRole("link", { name: /^Create (an )?account/ }).click()
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill("comet")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("Use at least 15 characters.")).toBeVisible()
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await enterCode({ page, javaScriptEnabled }, await codeFor(harbour, email))
  await page.waitForURL(`**${callbackUrl}`)
  return email
}

/** Types a code. With JavaScript its last digit submits the form. */
async function enterCode({ page, javaScriptEnabled }: Tab, code: string): Promise<void> {
  const field = page.getByLabel("6-digit code")
  const heading = await page.getByRole("heading", { level: 1 }).innerText()
  await page.waitForLoadState() // its script has run
  await field.fill(code)
  const form = page.getByRole("main").locator("form").filter({ has: field })
  if (!javaScriptEnabled) await form.getByRole("button").first().click()
  await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toHaveCount(0)
}

/** Opens a section's form, fills in its field and sends it. */
async function edit(page: Page, name: string, value: string): Promise<void> {
  await section(page, name)
    .getByText(/^(Edit|Change)$/)
    .first()
    .click()
  const field = section(page, name).getByRole("textbox").first()
  await field.fill(value)
  await field.press("Enter")
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("I create an account, and use each section of it", async ({ page, openShared, framework }) => {
      test.setTimeout(180_000)
      const harbour = await openShared({ ACCOUNTS: "yes" })
      const account = `${framework.base}/account`
      const email = await signUp({ page, javaScriptEnabled }, harbour, account)

      await edit(page, "Profile", "Maria Mitchell")
      await expect(section(page, "Profile")).toContainText("Maria Mitchell")

      await page.getByRole("link", { name: "Change password" }).click()
      await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole("button", { name: "Change password" }).click()
      await expect(section(page, "Profile")).toContainText("Maria Mitchell")

      await page.getByRole("link", { name: "Set up Authenticator app" }).click()
      const key = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(await page.getByRole("main").innerText())?.[0] ?? ""
      const secret = fromBase32(key.replaceAll(" ", ""))
      if (!secret) throw new Error("The page shows no key")
      const code = (later: number) => totpCode(secret, totpStep(Date.now()) + later)
      await enterCode({ page, javaScriptEnabled }, await code(0))
      await page.getByLabel("I saved these codes").check()
      await page.getByRole("button", { name: "Done" }).click()
      await expect(section(page, "Two-step verification")).toContainText("10 of 10 left")

      await page.getByRole("button", { name: "Sign out", exact: true }).first().click()
      await page.waitForURL(({ pathname }) => pathname !== account)
      await page.goto(`${harbour.service}/signin?${new URLSearchParams({ callbackUrl: account })}`)
      await fillPassword(page, { email, password: NEW_PASSWORD })
      await enterCode({ page, javaScriptEnabled }, await code(1)) // each code works once
      await expect(section(page, "Devices")).toContainText("This device")

      const changed = newAddress()
      await edit(page, "Email", changed)
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
      await enterCode({ page, javaScriptEnabled }, await codeFor(harbour, changed))
      await page.waitForURL(`${harbour.origin}${account}`)
      await expect(section(page, "Email")).toContainText(`${changed}Verified`)
      await inMail(harbour, email, /undo|wasn.t/i) // the old address is told

      await expect(section(page, "Passkeys")).toBeVisible()
      await expect(section(page, "Password")).toBeVisible()
      await expect(section(page, "Sign-in methods")).toContainText("Not linked")
      const data = section(page, "Your data")
      await expect(data.getByRole("button", { name: /Download/ })).toBeVisible()
      await expect(data).toContainText("You changed your email recently.") // no deletion until the undo is over
    })

    test("the kit's account card of my site shows each section, changes my name, and deletes the account", async ({
      page,
      openShared,
    }) => {
      const harbour = await openShared({ ACCOUNTS: "yes" })
      const email = await signUp({ page, javaScriptEnabled }, harbour, "/settings")
      const sections = [
        "Profile",
        "Email",
        "Two-step verification",
        "Passkeys",
        "Sign-in methods",
        "Devices",
        "Your data",
      ]
      const response = await page.reload() // the server has rendered all of it
      const html = (await response?.text()) ?? ""
      for (const name of sections) {
        expect(html, name).toContain(name)
        await expect(section(page, name), name).toBeVisible()
      }
      expect(html).toContain(email)
      expect(response?.headers()["cache-control"]).toMatch(/^private.*no-store/)
      await expect(section(page, "Email")).toContainText(email)
      await edit(page, "Profile", "Maria Mitchell")
      await expect(section(page, "Profile")).toContainText("Maria Mitchell")
      await page.reload()
      await expectSignedIn(page, "Maria Mitchell")
      await expect(section(page, "Profile")).toContainText("Maria Mitchell")

      const setUp = page.getByRole("link", { name: "Set up Authenticator app" })
      await expect(setUp).toHaveAttribute("href", /callbackUrl=.*settings/)
      await page.goto(`${harbour.origin}/settings?error=NotFound`)
      await expect(page.getByRole("alert").filter({ hasText: "Already removed." })).toBeVisible()

      await section(page, "Your data").locator("summary").click()
      await section(page, "Your data").getByRole("textbox").fill(email)
      await section(page, "Your data").getByRole("button", { name: "Delete account" }).click()
      await page.waitForURL(`${harbour.service}/deletion?requested`)
      await inMail(harbour, email, /deleted/)
      await page.goto(`${harbour.origin}/settings`)
      await page.waitForURL(/signin/)
    })
  })
}
