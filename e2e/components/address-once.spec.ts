import { expect, test, type Page } from "@playwright/test"
import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const PROVIDERS = {
  email: { id: "email", name: "Email", type: "email" },
  credentials: { id: "credentials", name: "Password", type: "credentials" },
}

async function open(page: Page, framework: string): Promise<void> {
  gallery().answers.set("GET /auth/providers", () => Response.json(PROVIDERS))
  await openCase(page, `${gallery().origin}/${framework}/sign-in-either?ssr`)
}

for (const framework of FRAMEWORKS) {
  test(`${framework}: the second button sends the address without the password, and says why it failed`, async ({
    page,
  }) => {
    const sent: URLSearchParams[] = []
    const pending = Promise.withResolvers<Response>()
    gallery().answers.set("POST /auth/signin/email", (body) => {
      sent.push(new URLSearchParams(body))
      return pending.promise
    })
    await open(page, framework)
    const button = (name: string) => page.getByRole("button", { name })
    const [login, link] = [button("Sign in"), button("Continue with email")]
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("a password that stays here")
    await link.click()
    await expect(link).toHaveAttribute("aria-busy", "true")
    await expect(login).not.toHaveAttribute("aria-busy")
    pending.resolve(Response.json({ url: "http://localhost/auth/signin", error: "EmailSignin" }, { status: 400 }))
    await expect(page.locator("[data-focus]")).toHaveText(/We couldn't send the email/)
    await expect(page.locator("[data-focus]")).toBeFocused()
    await expect(page.getByLabel("Email")).toHaveValue("ada@example.com")
    await expect(link).not.toHaveAttribute("aria-busy")
    expect(sent.map((form) => [form.get("email"), form.get("password")])).toEqual([["ada@example.com", null]])
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: the second button asks for the address in the card's words, and for no password`, async ({
    page,
  }) => {
    await open(page, framework)
    await page.getByRole("button", { name: "Continue with email" }).click()
    await expect(page.getByLabel("Email")).toBeFocused()
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter your email address.")
    await expect(page.getByLabel("Password", { exact: true })).not.toHaveAttribute("aria-invalid")
    expect(gallery().requests).not.toContain("POST /auth/signin/email")
  })

  test(`${framework}: Enter signs in with the password`, async ({ page }) => {
    gallery().answers.set("POST /auth/callback/credentials", () =>
      Response.json({ url: "http://localhost/auth/signin", error: "CredentialsSignin" }, { status: 401 }),
    )
    await open(page, framework)
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("orbit")
    await page.getByLabel("Password", { exact: true }).press("Enter")
    await expect(page.getByText("Wrong email or password. Try again.")).toBeVisible()
    expect(gallery().requests.filter((one) => one.startsWith("POST"))).toEqual(["POST /auth/callback/credentials"])
  })

  test(`${framework}: the second button makes no optional password required`, async ({ page }) => {
    await open(page, framework)
    await page.getByLabel("Password", { exact: true }).evaluate((field: HTMLInputElement) => (field.required = false))
    await page.getByRole("button", { name: "Continue with email" }).click()
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByRole("button", { name: "Sign in" }).click()
    await expect.poll(() => gallery().requests).toContain("POST /auth/callback/credentials")
  })
}
