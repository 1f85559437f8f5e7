import { createAxe } from "../axe.ts"
import { expect, test, type Page } from "./nightbook.ts"

import { KATHERINE, askForMail, expectSignedIn, expectSignedOut, openMail } from "./user.ts"

const someone = (): string => `${crypto.randomUUID().slice(0, 8)}@example.com`

async function ask(page: Page, email: string, path = "/journal") {
  await page.goto(`/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
  await askForMail(page, email)
}

test("I type my address first, open the mail and am signed in where I wanted to go", async ({ page }) => {
  const email = someone()
  await ask(page, email)
  await page.getByRole("link", { name: "Open the demo’s mailbox" }).click()
  const mail = await openMail(page, email)
  await mail.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/journal")
  await expectSignedIn(page, email)
})

test("a link works once", async ({ page, browser, baseURL }) => {
  const email = someone()
  await ask(page, email)
  const link = await (await openMail(page, email)).getByRole("link", { name: "Sign in" }).getAttribute("href")
  await page.goto(link ?? "")
  await expectSignedIn(page, email)
  const other = await browser.newPage({ baseURL: baseURL ?? "" })
  await other.goto(link ?? "")
  await other.getByRole("button", { name: /^Continue as/ }).click()
  await expect(other.getByRole("heading", { name: "This link no longer works" })).toBeVisible()
  await other.goto("/")
  await expectSignedOut(other)
})

test("I read the mail on my phone and type its code where I asked", async ({ page, browser, baseURL }) => {
  const email = someone()
  await ask(page, email, "/account")
  const phone = await browser.newPage({ baseURL: baseURL ?? "" })
  const code = await (await openMail(phone, email)).getByText(/^\d{3} \d{3}$/).innerText()
  await page.getByLabel("6-digit code").fill(code) // the sixth digit sends the form
  await page.waitForURL("**/account")
  await expectSignedIn(page, email)
})

test("opened on another device the link asks before it signs in", async ({ page, browser, baseURL }) => {
  const email = someone()
  await ask(page, email)
  const phone = await browser.newPage({ baseURL: baseURL ?? "" })
  await (await openMail(phone, email)).getByRole("link", { name: "Sign in" }).click()
  await phone.getByRole("button", { name: `Continue as ${email}` }).click()
  await expectSignedIn(phone, email)
})

test("who has a password gets in by mail as well, and is the same person", async ({ page }) => {
  await ask(page, KATHERINE.email)
  await (await openMail(page, KATHERINE.email)).getByRole("link", { name: "Sign in" }).click()
  await expectSignedIn(page, KATHERINE.name)
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`the mailbox with a mail in it is accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const email = someone()
    await ask(page, email)
    await (await openMail(page, email)).getByRole("link", { name: "Sign in" }).waitFor()
    const { violations } = await createAxe(page).exclude("iframe").analyze() // no script runs in the frame, including axe's
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([])
  })
}

test("a mail on the mailbox page can neither run a script nor reach the page around it", async ({ page, request }) => {
  const email = someone()
  await ask(page, email)
  await openMail(page, email)
  const frame = page.getByRole("article").locator("iframe")
  expect(await frame.getAttribute("sandbox")).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/)
  const policy = (await request.get((await frame.getAttribute("src")) ?? "")).headers()["content-security-policy"]
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox(?!.*(allow-scripts|allow-same-origin))/)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("I sign in with the code of the mail", async ({ page, browser, baseURL }) => {
    const email = someone()
    await ask(page, email, "/")
    const reader = await browser.newPage({ baseURL: baseURL ?? "", javaScriptEnabled: true })
    const code = await (await openMail(reader, email)).getByText(/^\d{3} \d{3}$/).innerText()
    await page.getByLabel("6-digit code").fill(code.replace(" ", "-"))
    await page.getByRole("button", { name: "Sign in" }).click()
    await expect(page.locator("noscript p").first()).toContainText("Signed in")
  })
})

test("one form asks for my address once, and sends the email without a password", async ({ page }) => {
  await page.goto("/auth/signin")
  const [address, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })]
  await expect(address).toHaveCount(1)
  await page.getByRole("button", { name: "Continue with email" }).click()
  await expect(address).toHaveAccessibleDescription("Enter your email address.")
  await expect(password).not.toHaveAttribute("aria-invalid")
  await address.fill(`${crypto.randomUUID().slice(0, 8)}@example.com`)
  await address.press("Enter") // presses the first button
  await expect(password).toHaveAccessibleDescription("Enter your password.")
  await page.getByRole("button", { name: "Continue with email" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
})
