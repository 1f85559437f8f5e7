import { expect, test, type Page } from "@playwright/test"
import { FRAMEWORKS } from "./frameworks.ts"
import { servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${gallery().origin}/${path}`)
  await page.locator("[data-reveal]:not([hidden])").first().waitFor()
}

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
    await expect(name).toHaveAccessibleDescription("Fill in this field.")
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
}
