import { expect, test } from "@playwright/test"
import { movingApp } from "./moving-app.ts"

test("an app on @auth/sveltekit moves by the codemod, and its users stay signed in", async ({ page }) => {
  const app = await movingApp("sveltekit", 2, {
    AUTH_SECRET: "a secret of more than thirty-two characters",
    AUTH_URL: "{origin}",
  })
  const heading = page.getByRole("heading")
  const known = async () => {
    await page.goto(app.origin)
    await expect(heading).toHaveText("Ada")
    await expect(page.getByText("Role reader")).toBeVisible()
    await page.goto(`${app.origin}/members`)
    await expect(heading).toHaveText("Readings of Ada")
  }
  const logIn = async () => {
    await page.goto(`${app.origin}/members`)
    await expect(heading).toHaveText("Log in")
    await page.getByLabel("Name").fill("Ada")
    await page.getByLabel("Password").fill("open sesame")
    await page.getByRole("button", { name: "Log in" }).click()
    await expect(heading).toHaveText("Readings of Ada")
    await known()
  }
  try {
    await app.run()
    await logIn()

    await app.stop()
    await app.migrate()
    await app.run()
    await known()
    await page.goto(app.origin)
    await page.getByRole("button", { name: "Sign out" }).click()
    await expect(heading).toHaveText("Nobody")
    await logIn()
  } finally {
    await app.stop()
  }
})
