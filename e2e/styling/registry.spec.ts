import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { GitHub } from "../../server/providers/catalogue/index.ts"
import { Credentials } from "../../server/providers/credentials.ts"
import { mailbox } from "../../server/test-kit/mailbox.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { generateApp } from "../apps/shadcn/generated.ts"
import { createAxe } from "../axe.ts"
import { serveBuilt } from "./app.ts"

test("the command of shadcn/ui adds the card to a new app, which builds and signs users in", async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000)
  await using generated = await generateApp()
  expect(existsSync(join(generated.folder, "src/components/ui/input.tsx"))).toBe(true)
  const { mail, newest } = mailbox()
  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date() })
  const login = Credentials({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: ({ email, password }) => (email === ada.email && password === "lovelace" ? ada : null),
  })
  const github = GitHub({ clientId: "acme", clientSecret: "secret" })
  const providers = [github, login, { ...mail, sendsCode: true }]
  const app = await serveBuilt(generated.folder, passwordConfig({ siteName: "Acme", adapter, providers }))
  const user = async (its: Page) => {
    const response = await its.request.get(`${app.url}/auth/session`)
    return ((await response.json()) as { user?: object } | null)?.user // the type of the endpoint
  }
  try {
    await page.goto(app.url)
    await page.getByLabel("Email").fill("ada@example.com")
    await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible()
    const { violations } = await createAxe(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([])

    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
    await page.getByLabel("Password", { exact: true }).fill("lovelace")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect.poll(() => user(page)).toMatchObject({ email: "ada@example.com" })

    const other = await browser.newPage()
    await other.goto(app.url)
    await other.getByLabel("Email").fill("bea@example.com")
    await other.getByRole("button", { name: "Continue with email" }).click()
    await expect(other.getByLabel("6-digit code")).toBeVisible() // the email has been sent
    await other.getByLabel("6-digit code").fill(newest().code ?? "")
    await expect.poll(() => user(other)).toMatchObject({ email: "bea@example.com" })
    await other.close()
  } finally {
    app.close()
  }
})
