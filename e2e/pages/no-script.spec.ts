import { expect, test } from "@playwright/test"
import { openPlainSite } from "./plain-oauth.ts"

test.use({ javaScriptEnabled: false })

// e2e/demo tests OpenID, passwords and emails without scripts
test("without JavaScript, I sign in through a provider that speaks plain OAuth, and sign out", async ({ page }) => {
  const { origin, stop } = await openPlainSite()
  await page.goto(`${origin}/auth/signin?callbackUrl=%2F`)
  await page.getByRole("button", { name: "Continue with Plain" }).click()
  await page.getByRole("link", { name: "Allow" }).click()
  await expect(page.getByRole("heading", { name: "Mary Somerville" })).toBeVisible()
  await page.goto(`${origin}/auth/signout?callbackUrl=%2F`)
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page.getByRole("heading", { name: "nobody" })).toBeVisible()
  await stop()
})

test("the pages' policy lets in nothing but the service's own files", async ({ request }) => {
  const { origin, stop } = await openPlainSite()
  for (const path of ["signin", "signout", "error?error=AccessDenied", "verify-request"]) {
    const { "content-security-policy": policy = "" } = (await request.get(`${origin}/auth/${path}`)).headers()
    const sources = Object.fromEntries(policy.split("; ").map((part) => part.split(/ (.*)/) as [string, string])) // "name sources"
    expect(sources, path).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "form-action": "'self' https: http:", // a form may redirect to any provider; over https, only to https
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    })
  }
  await stop()
})
