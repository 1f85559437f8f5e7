import { fileURLToPath } from "node:url"
import { expect, test, type Page } from "@playwright/test"
import { build } from "esbuild"
import { oneTimeCode } from "latchkit/testing"
import { Miniflare } from "miniflare"
import { createStatements } from "../databases/drizzle-tables.ts"
import * as tables from "../databases/sqlite-tables.ts"
import type { SentEmail } from "./account-worker.ts"

const GRACE = { email: "grace@example.com", password: "compilers are fun to write" }
const NEW_PASSWORD = "nanoseconds are eleven inches"

/** Starts the Worker in workerd, with the tables of `latchkit schema drizzle` in D1. */
async function startWorker() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("account-worker.ts", import.meta.url))],
    ...{ bundle: true, format: "esm", platform: "browser", write: false, external: ["node:*", "nodemailer"] },
    conditions: ["workerd", "worker"],
  })
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "index.mjs", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    host: "localhost",
    bindings: { AUTH_SECRET: "s".repeat(32) },
    d1Databases: { DB: "app" },
  })
  const database = await worker.getD1Database("DB")
  for (const statement of createStatements(tables)) await database.prepare(statement).run()
  return { worker, origin: (await worker.ready).origin }
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

test("a user signs up, adds a second factor, ends a session, resets the password and deletes the account, on Drizzle and D1 in workerd", async ({
  page,
  browser,
}) => {
  const { worker, origin } = await startWorker()
  const newest = async (kind: string): Promise<SentEmail> => {
    const find = async () => {
      const sent = (await (await page.request.get(`${origin}/sent`)).json()) as SentEmail[] // the Worker's response
      return sent.findLast((email) => email.kind === kind)
    }
    await expect.poll(find).toBeDefined()
    return (await find()) ?? { kind }
  }
  const signIn = async (on: Page, password: string) => {
    await on.goto(`${origin}/auth/signin?callbackUrl=%2Fauth%2Faccount`)
    await on.getByLabel("Email").first().fill(GRACE.email)
    await on.getByLabel("Password", { exact: true }).fill(password)
    await on.getByLabel("Password", { exact: true }).press("Enter")
  }

  await page.goto(`${origin}/auth/sign-up?callbackUrl=%2Fauth%2Faccount`)
  await page.getByLabel("Email").fill(GRACE.email)
  await page.getByLabel("Password", { exact: true }).fill(GRACE.password)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(title(page, "Check your email")).toBeVisible()
  await page.getByLabel("6-digit code").fill((await newest("confirm-sign-up")).code ?? "") // the sixth digit submits the form
  await expect(section(page, "Email")).toContainText(`${GRACE.email}Verified`)

  await section(page, "Two-step verification").getByRole("link", { name: "Set up Authenticator app" }).click()
  const key = (await page.locator("[data-part=key] code").textContent()) ?? ""
  await page.getByLabel("6-digit code").fill(await oneTimeCode(key))
  await expect(page.getByRole("listitem")).toHaveCount(10)
  const [first = "", second = ""] = await page.getByRole("listitem").allTextContents()
  await page.getByLabel("I saved these codes").check()
  await page.getByRole("button", { name: "Done" }).click()
  await expect(section(page, "Two-step verification")).toContainText("10 of 10 left")

  const phone = await browser.newPage()
  const enterRecoveryCode = async (code: string) => {
    await phone.getByRole("link", { name: "Use a recovery code instead" }).click()
    await phone.getByRole("textbox", { name: "Recovery code" }).fill(code)
    await phone.getByRole("textbox", { name: "Recovery code" }).press("Enter")
  }
  await signIn(phone, GRACE.password)
  await enterRecoveryCode(first)
  await expect(section(phone, "Two-step verification")).toContainText("9 of 10 left")
  await page.reload()
  await section(page, "Devices").locator("summary").click()
  await section(page, "Devices").getByRole("button", { name: "Sign out" }).click()
  await expect(section(page, "Devices").getByRole("listitem")).toHaveCount(1)
  await phone.goto(origin)
  await expect(phone.locator("body")).toHaveText("signed out")

  await phone.goto(`${origin}/auth/forgot-password`)
  await phone.getByLabel("Email").fill(GRACE.email)
  await phone.getByRole("button", { name: "Send email" }).click()
  await phone.goto((await newest("reset-password")).url ?? "")
  await phone.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD)
  await phone.getByRole("button", { name: "Change password" }).click()
  await newest("password-changed")
  await page.goto(origin)
  await expect(page.locator("body"), "a reset ends each session").toHaveText("signed out")
  await signIn(phone, NEW_PASSWORD)
  await enterRecoveryCode(second)
  await expect(section(phone, "Two-step verification")).toContainText("8 of 10 left")

  const data = section(phone, "Your data")
  await data.locator("summary").click()
  await data.getByRole("textbox").fill(GRACE.email)
  await data.getByRole("button", { name: "Delete account" }).click()
  await newest("account-deleted")
  await phone.goto(origin)
  await expect(phone.locator("body")).toHaveText("signed out")
  const database = await worker.getD1Database("DB")
  for (const name of ["auth_users", "auth_accounts", "auth_sessions"])
    expect(await database.prepare(`select * from ${name}`).all()).toMatchObject({ results: [] })
  await phone.close()
  await worker.dispose()
})
