import { expect, test } from "@playwright/test"
import { isLong } from "../../server/test-kit/long.ts"
import { movingApp } from "./moving-app.ts"

for (const version of isLong ? ([5, 4] as const) : ([5] as const)) {
  test(`an app on @auth/express and Express ${version} moves by the codemod and back, and its users stay signed in`, async ({
    page,
  }) => {
    const app = await movingApp("express-v5", version, {
      AUTH_SECRET: "a secret of more than thirty-two characters",
      AUTH_URL: "{origin}/auth",
    })
    const known = async () => {
      await page.goto(app.origin)
      await expect(page.getByRole("heading")).toHaveText("Ada")
    }
    const logIn = async () => {
      await page.goto(`${app.origin}/auth/signin`)
      await page.locator("[name=name]").fill("Ada")
      await page.locator("[name=password]").fill("open sesame")
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: /^Sign in/ }).click()])
      await known()
    }
    try {
      await app.run()
      await logIn()

      await app.stop()
      await app.migrate()
      await app.run()
      await known()
      await page.goto(`${app.origin}/auth/signout`)
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out" }).click()])
      await page.goto(app.origin)
      await expect(page.getByRole("heading")).toHaveText("Nobody")
      await logIn()
      if (!isLong) return

      app.goBack()
      await app.run()
      await known()
    } finally {
      await app.stop()
    }
  })
}
