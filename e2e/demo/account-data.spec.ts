import { readFile } from "node:fs/promises"
import { expect, test, type Page } from "./nightbook.ts"
import { askForMail, expectSignedIn, expectSignedOut } from "./user.ts"

const newAddress = (): string => `${crypto.randomUUID().slice(0, 8)}@example.com`
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

/** Opens the newest email to an address with this subject, once there are `count` of them. */
async function openMail(page: Page, { to, subject, count = 1 }: { to: string; subject: string; count?: number }) {
  await page.goto("/mailbox")
  const mails = page.getByRole("list", { name: "Mails" }).getByRole("button", { name: to }).filter({ hasText: subject })
  await expect(mails).toHaveCount(count, { timeout: 30_000 })
  await mails.first().click()
  return page.getByRole("article").locator("iframe").contentFrame()
}

/** Signs in with an emailed link, for the `count`th time. Returns the address. */
async function enter(page: Page, email = newAddress(), count = 1) {
  await page.goto("/auth/signin?callbackUrl=%2Faccount")
  await askForMail(page, email)
  const mail = await openMail(page, { to: email, subject: "Sign in to Nightbook", count })
  await mail.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL(/\/(?:account|deletion)$/)
  return email
}

/** Opens a section's form, and sends it with this value. */
async function edit(page: Page, name: string, value: string) {
  await section(page, name)
    .getByText(/^(Edit|Change)$/)
    .first()
    .click()
  await section(page, name).getByRole("textbox").first().fill(value)
  await section(page, name).getByRole("textbox").first().press("Enter")
}

test("I change my name, and every page shows it", async ({ page }) => {
  await enter(page)
  await edit(page, "Profile", "Caroline Herschel")
  await expect(section(page, "Profile")).toContainText("Caroline Herschel")
  await expectSignedIn(page, "Caroline Herschel")
  await page.goto("/journal")
  await expectSignedIn(page, "Caroline Herschel")
})

test("I change my address with a proof from the new mailbox, and the old one undoes it", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await enter(page)
  const changed = newAddress()
  await expect(section(page, "Email")).toContainText(email)
  await edit(page, "Email", changed)
  await expect(section(page, "Email")).toContainText(changed)
  const proof = await openMail(page, { to: changed, subject: "Confirm your new email" })
  await proof.getByRole("link", { name: "Confirm email" }).click()
  await page.getByRole("button", { name: "Use this email" }).click()
  await page.waitForURL("**/account")
  await expect(section(page, "Email")).toContainText(`${changed}Verified`)

  const owner = await browser.newPage({ baseURL: baseURL ?? "" })
  const notice = await openMail(owner, { to: email, subject: "email was changed" })
  await notice.getByRole("link", { name: "Undo the change" }).click()
  await owner.getByRole("button", { name: "Undo the change" }).click()
  await expect(owner.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await page.goto("/")
  await expectSignedOut(page)
  await enter(page, email, 2)
  await expect(section(page, "Email")).toContainText(`${email}Verified`)
})

test("I download my data as JSON", async ({ page }) => {
  const email = await enter(page)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section(page, "Your data")
      .getByRole("button", { name: /Download/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe("account.json")
  const data: unknown = JSON.parse(await readFile(await download.path(), "utf8"))
  expect(data).toMatchObject({ user: { email } })
})

test("I delete my account, and keep it before the days are over", async ({ page }) => {
  const email = await enter(page)
  const data = section(page, "Your data")
  await data.locator("summary").click()
  await data.getByRole("textbox").fill(`${email} `) // as pasted
  await data.getByRole("button", { name: "Delete account" }).click()
  await page.waitForURL("**/auth/deletion?requested")
  await expect(page.getByRole("heading", { name: "Your Nightbook account will be deleted" })).toBeVisible()
  await page.getByRole("link", { name: "Go to Nightbook" }).click()
  await expectSignedOut(page)
  await enter(page, email, 2)
  await expect(page.getByRole("heading", { name: "Your Nightbook account will be deleted" })).toBeVisible()
  await page.goto("/")
  await expectSignedOut(page) // the account is closed
  await page.goto("/auth/deletion")
  await page.getByRole("button", { name: "Keep my account" }).click()
  await page.waitForURL(({ pathname }) => pathname !== "/auth/deletion")
  await page.goto("/account")
  await expectSignedIn(page, email)
  await expect(section(page, "Your data")).toContainText("Delete account")
})
