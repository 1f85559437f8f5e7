import type { Browser, BrowserContext, Page } from "@playwright/test"
import { askForMail, signInWithPassword } from "../demo/user.ts"
import type { Look, Shoot } from "./looks.ts"

const SIGNED_OUT: Readonly<Record<string, string>> = {
  "the demo": "/",
  "sign in, in the app": "/sign-in",
  "page not found": "/no-such-night",
  "sign in": "/auth/signin?callbackUrl=%2Fjournal",
  "sign in, rejected": "/auth/signin?error=CredentialsSignin&code=credentials",
  "no access": "/auth/error?error=AccessDenied",
  "not available": "/auth/error?error=Configuration",
  "a window's sign-in that failed": "/auth/popup?error=OAuthAccountNotLinked",
  "a link that no longer works": "/auth/error?error=Verification",
}
const SIGNED_IN: Readonly<Record<string, string>> = {
  "the demo, signed in": "/",
  journal: "/journal",
  account: "/account",
  "account, built-in": "/auth/account",
  "a window's sign-in that is over": "/auth/popup",
  "sign out": "/auth/signout",
}

const BRANDS = ["dreamlog", "tidebook", "orbit"]
const BRANDED: Readonly<Record<string, string>> = {
  "the demo": "/",
  "sign in, in the app": "/sign-in",
  "sign in": "/auth/signin",
  "no access": "/auth/error?error=AccessDenied",
}

/** Opens pages with each brand of the demo. */
async function visitBrands(page: Page, baseURL: string, shoot: Shoot): Promise<void> {
  for (const value of BRANDS) {
    await page.context().addCookies([{ name: "brand", value, url: baseURL }])
    await visit(page, BRANDED, (shown, name) => shoot(shown, `${name}, ${value}`))
  }
  await page.context().clearCookies({ name: "brand" })
}

async function visit(page: Page, pages: Readonly<Record<string, string>>, shoot: Shoot): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path, { waitUntil: "networkidle" })
    await shoot(page, name)
  }
}

async function visitProvider(page: Page, shoot: Shoot): Promise<void> {
  await page.goto("/auth/signin")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await page.getByRole("heading", { name: "Choose an account" }).waitFor()
  await shoot(page, "the OpenID provider of the tests")
  await page.getByRole("button", { name: /Ada Lovelace/ }).click()
  await page.getByRole("button", { name: "Allow" }).waitFor()
  await shoot(page, "the OpenID provider of the tests, consent")
}

/** Resizes the window to the page's height first. A frame in another process misses the resize for a full-page picture. */
async function shootWithFrame(page: Page, take: (page: Page) => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  await take(page)
  await page.setViewportSize(size)
}

/** Requests an email, opens it, and opens its link in another browser. */
async function visitMail(page: Page, elsewhere: BrowserContext, shoot: Shoot): Promise<void> {
  await page.goto("/auth/signin")
  await askForMail(page, "hedy@example.com")
  await shoot(page, "check your email")
  await page.getByRole("link", { name: "Open the demo’s mailbox" }).click()
  const frame = page.locator("iframe")
  const link = frame.contentFrame().getByRole("link", { name: "Sign in" })
  await link.waitFor()
  await shootWithFrame(page, (whole) => shoot(whole, "mailbox"))
  const [mail, href] = [await frame.getAttribute("src"), await link.getAttribute("href")]
  await page.goto(mail ?? "")
  await shoot(page, "mail")
  const other = await elsewhere.newPage()
  await other.goto(href ?? "")
  await other.getByRole("button", { name: /^Continue as/ }).waitFor()
  await shoot(other, "a mail's link, opened elsewhere")
}

/** Opens the demo's built-in pages and emails. */
export async function shootPages(browser: Browser, baseURL: string, look: Look, shoot: Shoot): Promise<void> {
  const context = await browser.newContext({ ...look.context, baseURL })
  const elsewhere = await browser.newContext({ ...look.context, baseURL })
  const page = await context.newPage()
  await visit(page, SIGNED_OUT, shoot)
  await visitBrands(page, baseURL, shoot)
  await visitMail(page, elsewhere, shoot)
  await visitProvider(page, shoot)
  await signInWithPassword(page)
  await page.waitForURL("**/account")
  await visit(page, SIGNED_IN, shoot)
  await context.close()
  await elsewhere.close()
}
