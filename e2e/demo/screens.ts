import { mkdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium, type Browser, type Page } from "@playwright/test"

import { askForMail, signInWithPassword } from "./visitor.ts"

// `node e2e/demo/screens.ts [url] [folder]`: a picture of each page of a running demo, light and dark, on a phone and a desktop
const [url = "http://localhost:3000", folder = join(tmpdir(), "nightbook")] = process.argv.slice(2)

const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const SCHEMES = ["light", "dark"] as const

const SIGNED_OUT: Record<string, string> = {
  tonight: "/",
  "sign-in": "/auth/signin?callbackUrl=%2Fjournal",
  "sign-in-refused": "/auth/signin?error=CredentialsSignin&code=credentials",
  "error-denied": "/auth/error?error=AccessDenied",
  "error-configuration": "/auth/error?error=Configuration",
}
const SIGNED_IN: Record<string, string> = {
  "tonight-signed-in": "/",
  journal: "/journal",
  account: "/account",
  "sign-out": "/auth/signout",
}

async function shoot(page: Page, pages: Record<string, string>, suffix: string) {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(url + path, { waitUntil: "networkidle" })
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`), fullPage: true })
  }
}

async function shootProvider(page: Page, suffix: string) {
  await page.goto(`${url}/auth/signin`)
  await page.getByRole("button", { name: "Continue with People" }).click()
  await page.getByRole("heading", { name: "Choose an account" }).waitFor()
  await page.screenshot({ path: join(folder, `people-${suffix}.png`), fullPage: true })
  await page.getByRole("button", { name: /Ada Lovelace/ }).click()
  await page.getByRole("button", { name: "Allow" }).waitFor()
  await page.screenshot({ path: join(folder, `people-consent-${suffix}.png`), fullPage: true })
}

async function shootMail(page: Page, suffix: string) {
  await page.goto(`${url}/auth/signin`)
  await askForMail(page, "hedy@example.com")
  await page.screenshot({ path: join(folder, `verify-request-${suffix}.png`), fullPage: true })
  await page.getByRole("link", { name: "Open the demo’s mailbox" }).click()
  await page.frameLocator("iframe").getByRole("link", { name: "Sign in" }).waitFor()
  await page.screenshot({ path: join(folder, `mailbox-${suffix}.png`), fullPage: true })
}

async function shootAll(browser: Browser, scheme: "light" | "dark", viewport: keyof typeof VIEWPORTS) {
  const suffix = `${scheme}-${viewport}`
  const context = await browser.newContext({ colorScheme: scheme, viewport: VIEWPORTS[viewport] })
  const page = await context.newPage()
  await shoot(page, SIGNED_OUT, suffix)
  await shootMail(page, suffix)
  await shootProvider(page, suffix).catch((error: unknown) => console.error(suffix, error))
  await signInWithPassword(page, { url })
  await shoot(page, SIGNED_IN, suffix)
  await context.close()
}

await mkdir(folder, { recursive: true })
const executablePath = process.env["LATCHKIT_CHROMIUM"]
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] })
for (const scheme of SCHEMES)
  for (const viewport of ["phone", "desktop"] as const) await shootAll(browser, scheme, viewport)
await browser.close()
console.log(`The pictures are in ${folder}`)
