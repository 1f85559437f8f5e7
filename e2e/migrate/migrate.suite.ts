import { expect, test, type Page } from "@playwright/test"

import { movingApp } from "./moving-app.ts"

const heading = (page: Page) => page.getByRole("heading")
const secret = "a secret of more than thirty-two characters"

test("a next-auth 4 app on Next moves by the codemod, and its users stay signed in", async ({ page }) => {
  const app = await movingApp("next-v4", { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: "{origin}" })
  const admin = async () => {
    await page.goto(app.origin)
    await expect(heading(page)).toHaveText("Role admin")
    await expect(page.getByText("Hello Ada")).toBeVisible()
    await page.goto(`${app.origin}/admin`)
    await expect(heading(page)).toHaveText("Admins only")
    expect(await (await page.request.get(`${app.origin}/api/me`)).json()).toEqual({ role: "admin", token: "admin" })
  }
  const logIn = async () => {
    await page.goto(`${app.origin}/admin`)
    await page.waitForURL(/\/login\?callbackUrl=/)
    await page.getByRole("button", { name: "Log in" }).click()
    await expect(page.getByText("Failed: Enter your email and password.")).toBeVisible()
    await page.locator("[name=email]").fill("ada@example.com")
    await page.locator("[name=password]").fill("open sesame")
    await page.getByRole("button", { name: "Log in" }).click()
    await expect(heading(page)).toHaveText("Role admin")
  }
  try {
    await app.run()
    await logIn()
    await admin()

    await app.stop()
    await app.migrate()
    await app.run()
    await admin()
    await page.goto(app.origin)
    await page.getByRole("button", { name: "Sign out" }).click()
    await expect(heading(page)).toHaveText("Nobody")
    expect((await page.request.get(`${app.origin}/api/me`)).status()).toBe(401)
    await logIn()
    await admin()
  } finally {
    await app.stop()
  }
})

test("an app on @auth/express moves by the codemod, and its users stay signed in", async ({ page }) => {
  const app = await movingApp("express-v5", { AUTH_SECRET: secret, AUTH_URL: "{origin}/auth" })
  const known = async () => {
    await page.goto(app.origin)
    await expect(heading(page)).toHaveText("Ada")
  }
  const logIn = async () => {
    await page.goto(`${app.origin}/auth/signin`)
    await page.locator("[name=name]").fill("Ada")
    await page.locator("[name=password]").fill("open sesame")
    await page.getByRole("button", { name: /^Sign in/ }).click()
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
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.goto(app.origin)
    await expect(heading(page)).toHaveText("Nobody")
    await logIn()
  } finally {
    await app.stop()
  }
})
