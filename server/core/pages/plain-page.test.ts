import { expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"

// A secret that is too short makes the configuration invalid, so every page says that sign-in isn't available
const createBrokenService = () =>
  createAuth(passwordConfig({ secret: "short", theme: { brandColor: "#0f766e" } }), {
    env: { AUTH_URL: "https://app.test/auth" },
  })
const fetchPage = (path: string, language = "") =>
  createBrokenService().handle(
    new Request(`https://app.test/auth/${path}`, { headers: { "accept-language": language } }),
  )

test.each([
  ["de-CH, en;q=0.5", '<html lang="de" dir="ltr">', "Anmeldung nicht verfügbar"],
  ["ar", '<html lang="ar" dir="rtl">', "تسجيل"],
  ["xx", '<html lang="en" dir="ltr">', "Sign-in isn&#39;t available"],
])("shows a configuration error in the user's language: %s", async (language, html, title) => {
  for (const path of ["signin", "signout", "error", "verify-request"]) {
    const answer = await fetchPage(path, language)
    expect(answer.status).toBe(500)
    const page = await answer.text()
    expect(page).toContain(html)
    expect(page).toContain(title)
    expect(page).not.toContain("<a ") // every other page shows the same error
  }
})

test("serves the styled error page and its files", async () => {
  const page = await (await fetchPage("signin")).text()
  const files = [...page.matchAll(/(?:href|src)="\/auth\/([^"]+)"/g)].map(([, file = ""]) => file)
  expect(files.map((file) => file.replace(/\.[0-9a-f]{12}/, ""))).toEqual([
    "assets/auth.css",
    "assets/theme.css",
    "assets/auth.js",
  ])
  for (const file of files) expect((await fetchPage(file)).status).toBe(200)
  expect((await fetchPage("session")).status).toBe(500)
})
