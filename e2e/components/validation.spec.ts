import { expect, test, type Page } from "@playwright/test"
import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const open = (page: Page, path: string) => openCase(page, `${gallery().origin}/${path}`)

for (const framework of FRAMEWORKS) {
  test(`${framework}: a form that isn't complete says so at its fields, in the card's words`, async ({ page }) => {
    await open(page, `${framework}/sign-up?ssr`)
    const [name, email] = [page.getByLabel("Name"), page.getByLabel("Email")]
    const password = page.getByLabel("Password", { exact: true })
    await email.fill("ada")
    await password.fill("correct horse battery")
    await page.locator("[data-part=form] [type=submit]").click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute("aria-invalid", "true")
    await expect(name).toHaveAccessibleDescription("Enter your name.")
    await expect(email).toHaveAccessibleDescription("Enter a complete email address, like you@example.com.")
    await expect(password).toHaveValue("correct horse battery")
    await expect(password).not.toHaveAttribute("aria-invalid")

    await name.fill("Ada")
    await email.press("Enter")
    await expect(email).toBeFocused()
    await expect(name).not.toHaveAttribute("aria-invalid")
    await expect(password).toHaveValue("correct horse battery")
    await page.locator("[data-part=form] [type=submit]").click() // the same error again
    await expect(email).toBeFocused()
    expect(gallery().requests).toEqual([])
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: a new password is checked while it is typed, and stays after a failure`, async ({ page }) => {
    gallery().answers.set("POST /auth/sign-up", () => Response.json({ url: "", error: "ServerBusy" }, { status: 503 }))
    await open(page, `${framework}/sign-up?ssr`)
    const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })]
    await page.getByLabel("Name").fill("Ada")
    await password.fill("abcdefghijklmnopqrst")
    await expect(page.getByText("This password is too easy to guess.")).toBeVisible()
    await password.fill("nantucket.lighthouse")
    await expect(page.locator(".auth-error")).toHaveCount(0)
    await email.fill("nantucket.lighthouse@example.com")
    await expect(page.getByText("Don't use your name, your email address,")).toBeVisible()
    await password.press("Enter") // it isn't sent
    await expect(password).toHaveAccessibleDescription(/^Don't use your name/)
    await expect(password).toHaveValue("nantucket.lighthouse")
    expect(gallery().requests).toEqual([])
    await password.fill("one comet over nova")
    await expect(password).not.toHaveAttribute("aria-invalid")
    await password.press("Enter")
    await expect(page.locator(".auth-alert")).toBeFocused()
    await expect(password).toHaveValue("one comet over nova")
  })

  test(`${framework}: a value that another user has leads from the code back to its field`, async ({ page }) => {
    const { answers } = gallery()
    answers.set("POST /auth/sign-up", () => Response.json({ url: "/auth/sign-up?status=sent" }))
    await open(page, `${framework}/sign-up?ssr`)
    const name = page.getByLabel("Name")
    await name.fill("Ada")
    await page.getByLabel("Email").fill("ada@app.test")
    await page.getByLabel("Password", { exact: true }).fill("one comet over nova")
    await page.getByLabel("Password", { exact: true }).press("Enter")
    const code = page.locator("[data-digits]")
    await expect(code).toBeVisible()
    const values = { name: "Ada L", email: "ada@app.test" }
    const taken = { url: "/auth/sign-up", error: "InvalidForm", failed: true, fieldErrors: { name: ["Taken"] }, values }
    answers.set("POST /auth/sign-up", () => Response.json(taken, { status: 400 }))
    await code.fill("123456")
    await expect(name).toHaveAccessibleDescription("This is already taken. Choose another.")
    await expect(name).toHaveValue("Ada L")
    await expect(code).toHaveCount(0)
  })

  test(`${framework}: a password that meets the requirement replaces the error about the one before`, async ({
    page,
  }) => {
    await open(page, `${framework}/sign-up-errors?ssr`)
    const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })]
    await password.fill("two comets")
    await expect(password).toHaveAttribute("aria-invalid", "true")
    await password.fill("one comet over nantucket")
    await expect(password).not.toHaveAttribute("aria-invalid")
    await expect(password).toHaveAccessibleDescription("15 characters or more")
    await expect(email).toHaveAttribute("aria-invalid", "true") // another field's error stays
    await expect(page.locator("output")).toHaveText("Strong")
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0)
  })

  test(`${framework}: the focus goes to what replaces the form, and back`, async ({ page }) => {
    gallery().answers.set("POST /auth/sign-up", () => Response.json({ url: "/auth/sign-up?status=sent" }))
    gallery().answers.set("POST /auth/forgot-password", () =>
      Response.json({ url: "/auth/forgot-password?status=sent" }),
    )
    await open(page, `${framework}/sign-up?ssr`)
    await page.getByLabel("Name").fill("Ada")
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery")
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("6-digit code")).toBeFocused()
    await page.getByRole("link", { name: "Use another email" }).press("Enter")
    await expect(page.getByLabel("Name")).toBeFocused()

    await open(page, `${framework}/forgot-password`)
    await page.getByLabel("Email").fill("ada@example.com")
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("6-digit code")).toBeFocused()
    await page.getByRole("link", { name: "Use another email" }).press("Enter")
    await expect(page.getByLabel("Email")).toBeFocused()
  })
}
