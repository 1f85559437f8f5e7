import { expect, test } from "@playwright/test"
import { movingApp } from "./moving-app.ts"

const SETTINGS = { AUTH_SECRET: "a secret of more than thirty-two characters", AUTH_URL: "{origin}" }

/** Apps with a page of the session, one for members and a form, and what the page for members shows. */
const FRAMEWORKS = [
  ["sveltekit", () => movingApp("sveltekit", 2, SETTINGS), "/members", "Readings"],
  ["solid-start", () => movingApp("solid-start", 2, SETTINGS), "/members", "Books"],
  ["qwik", () => movingApp("qwik", 1, SETTINGS), "/members/", "Beds"],
] as const

for (const [name, open, members, things] of FRAMEWORKS) {
  test(`an app on @auth/${name} moves by the codemod and back, and its users stay signed in`, async ({ page }) => {
    const app = await open()
    const heading = page.getByRole("heading")
    const known = async () => {
      await page.goto(app.origin)
      await expect(heading).toHaveText("Ada")
      await expect(page.getByText("Role reader")).toBeVisible()
      await page.goto(app.origin + members)
      await expect(heading).toHaveText(`${things} of Ada`)
    }
    const logIn = async () => {
      await page.goto(app.origin + members)
      await expect(heading).toHaveText("Log in")
      await page.getByLabel("Name").fill("Ada")
      await page.getByLabel("Password").fill("open sesame")
      await page.getByRole("button", { name: "Log in" }).click()
      await expect(heading).toHaveText(`${things} of Ada`)
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

      app.goBack()
      await app.run()
      await known()
    } finally {
      await app.stop()
    }
  })
}
