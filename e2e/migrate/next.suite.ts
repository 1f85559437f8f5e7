import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"

import { startGitHub } from "./fake-github.ts"
import { movingApp } from "./moving-app.ts"

const heading = (page: Page) => page.getByRole("heading")
/** The only line for the developer of an app on Next 13, which works if it ignores the type errors and npm's. */
const TOO_OLD = /\n! package\.json:5 {2}`next` is 13\.2\.4\. Latchkit needs >=14: update it first\n\nChanged/
const secret = "a secret of more than thirty-two characters"

/** A page with Latchkit's card, and a function as its `action`. */
const CARD = `import { useState } from "react"
import { SignIn } from "latchkit/react"

const field = (label: string, type: string) => ({ label, type })
const credentials = { email: field("Email", "email"), password: field("Password", "password") }
const urls = { signinUrl: "/api/auth/signin/credentials", callbackUrl: "/api/auth/callback/credentials" }
const providers = [{ id: "credentials", name: "Password", type: "credentials" as const, credentials, ...urls }]

export default function Card() {
  const [email, setEmail] = useState("")
  return (
    <main>
      <SignIn providers={providers} action={(form) => setEmail(String(form.get("email")))} />
      <output>{email}</output>
    </main>
  )
}
`

/** Collects what a page throws, and its warnings and errors, but not the browser's line for a status such as 401. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(String(error)))
  page.on("console", (message) => {
    const isFault = ["error", "warning"].includes(message.type()) && !/^Failed to load resource/.test(message.text())
    if (isFault) faults.push(message.text())
  })
  return faults
}

for (const version of [16, 15, 14, 13] as const) {
  test(`a next-auth 4 app on Next ${version} moves by the codemod and back, and its users stay signed in`, async ({
    page,
  }) => {
    const app = await movingApp("next-v4", version, { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: "{origin}" })
    const faults = faultsOf(page)
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
    const card = async () => {
      await page.goto(`${app.origin}/card`)
      await page.locator("[data-reveal]:not([hidden])").waitFor() // the card's script runs
      await page.getByLabel("Email").fill("ada@example.com")
      await page.getByLabel("Password", { exact: true }).fill("open sesame")
      await page.getByRole("button", { name: "Sign in" }).click()
      await expect(page.locator("output")).toHaveText("ada@example.com")
    }
    try {
      await app.run()
      await logIn()
      await admin()

      await app.stop()
      if (version === 13) await expect(app.migrate()).rejects.toThrow(TOO_OLD)
      else await app.migrate()
      if (version === 14) writeFileSync(join(app.folder, "pages/card.tsx"), CARD)
      await app.run()
      await admin()
      await page.goto(app.origin)
      await page.getByRole("button", { name: "Sign out" }).click()
      await expect(heading(page)).toHaveText("Nobody")
      expect((await page.request.get(`${app.origin}/api/me`)).status()).toBe(401)
      await logIn()
      await admin()
      expect(faults).toEqual([])

      if (version === 16) {
        app.goBack()
        await app.run()
        await admin()
      }
      if (version !== 14) return
      await card()
      await app.develop() // only then does React warn
      await card()
      await admin()
      await page.goto(app.origin)
      await page.getByRole("button", { name: "Sign out" }).click()
      await expect(heading(page)).toHaveText("Nobody")
      await logIn()
      await admin()
      expect(faults).toEqual([])
    } finally {
      await app.stop()
    }
  })
}

for (const version of [16, 15, 14] as const) {
  test(`an Auth.js v5 app on Next ${version} moves by the codemod and back, and its users stay signed in`, async ({
    page,
    browser,
  }) => {
    const github = await startGitHub()
    const app = await movingApp("next-v5", version, {
      AUTH_SECRET: secret,
      AUTH_URL: "{origin}",
      AUTH_GITHUB_ID: "invoices",
      AUTH_GITHUB_SECRET: "a secret of GitHub",
      GITHUB_BASE_URL: github.origin,
    })
    const grace = await browser.newPage()
    const signedIn = async (as: Page, name: string) => {
      await as.goto(app.origin)
      await expect(heading(as)).toHaveText("Role admin")
      await expect(as.getByText(`Hello ${name}, admin`)).toBeVisible()
      await as.goto(`${app.origin}/admin`)
      await expect(heading(as)).toHaveText("Admins only")
      await as.goto(`${app.origin}/login`) // a signed-in user doesn't need this page
      await expect(heading(as)).toHaveText(`Dashboard of ${name.toLowerCase()}@example.com`)
      expect(await (await as.request.get(`${app.origin}/api/me`)).json()).toEqual({ name, role: "admin" })
    }
    const hasEdgeMiddleware = () => {
      const manifest = readFileSync(join(app.folder, ".next/server/middleware-manifest.json"), "utf8") // the code of the Edge runtime
      expect(JSON.parse(manifest)).toHaveProperty(["middleware", "/", "name"], "middleware")
    }
    const logIn = async () => {
      await page.goto(`${app.origin}/admin`)
      await page.waitForURL(/\/login\?callbackUrl=/)
      await page.locator("[name=email]").fill("ada@example.com")
      await page.locator("[name=password]").fill("wrong")
      await page.getByRole("button", { name: "Log in" }).click()
      await expect(page.getByText("Invalid credentials.")).toBeVisible()
      await page.locator("[name=email]").fill("ada@example.com")
      await page.locator("[name=password]").fill("open sesame")
      await page.getByRole("button", { name: "Log in" }).click()
      await page.waitForURL(`${app.origin}/admin`)
      await expect(heading(page)).toHaveText("Admins only")
    }
    const withGitHub = async () => {
      await grace.goto(`${app.origin}/login`)
      await grace.getByRole("button", { name: "GitHub" }).click()
      await expect(heading(grace)).toHaveText("Dashboard of grace@example.com")
    }
    const signOut = async (as: Page) => {
      await as.goto(app.origin)
      await as.getByRole("button", { name: "Sign out" }).click()
      await expect(heading(as)).toHaveText("Nobody")
      await expect(as.getByText("Hello", { exact: true })).toBeVisible()
      expect((await as.request.get(`${app.origin}/api/me`)).status()).toBe(401)
      await as.goto(`${app.origin}/dashboard`)
      await expect(heading(as)).toHaveText("Log in")
    }
    try {
      await app.run()
      await logIn()
      await withGitHub()
      await Promise.all([signedIn(page, "Ada"), signedIn(grace, "Grace")])

      await app.stop()
      await app.migrate()
      await app.run()
      hasEdgeMiddleware()
      await Promise.all([signedIn(page, "Ada"), signedIn(grace, "Grace")])
      await Promise.all([signOut(page), signOut(grace)])
      await logIn()
      await withGitHub()
      await Promise.all([signedIn(page, "Ada"), signedIn(grace, "Grace")])

      if (version === 14) return // it has webpack alone
      // Webpack rejects Edge middleware with code that Turbopack lets pass. Each version has another default
      await app.run(version === 16 ? "--webpack" : "--turbopack")
      hasEdgeMiddleware()
      await Promise.all([signedIn(page, "Ada"), signedIn(grace, "Grace")])
      if (version !== 16) return

      app.goBack()
      await app.run()
      await Promise.all([signedIn(page, "Ada"), signedIn(grace, "Grace")])
    } finally {
      await app.stop()
      github.stop()
    }
  })
}
