import { expect, test, type Page } from "@playwright/test"
import { SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
const answer = (request: string, body: unknown, status?: number) =>
  gallery().answers.set(request, () => json(body, status))

const urls = (id: string) => ({ signinUrl: `/auth/signin/${id}`, callbackUrl: `/auth/callback/${id}` })
const password = {
  ...{ id: "credentials", name: "Password", type: "credentials", ...urls("credentials") },
  credentials: { email: { type: "email" }, password: { type: "password" } },
}
const corp = { id: "corp", name: "Corp", type: "oidc", ...urls("corp") }

/** Lets the server return the methods for the next address. */
function nextStep(step: object): void {
  answer("GET /auth/csrf", { csrfToken: "t" })
  answer("POST /auth/signin", { url: `${gallery().origin}/login?step=method` })
  answer("GET /auth/sign-in-props", step)
}

const open = (page: Page, path: string) => openCase(page, `${gallery().origin}/${path}`)

const addressField = (page: Page) => page.getByRole("textbox", { name: "Email" })
const title = (page: Page) => page.getByRole("heading", { level: 1 })

for (const framework of SHARED_BEHAVIOR_IN) {
  test.describe(framework, () => {
    test("an address leads to its methods in place, and back with the address", async ({ page }) => {
      const sent: string[] = []
      nextStep({ identifier: "ada@example.com", providers: [password] })
      gallery().answers.set("POST /auth/signin", (body) => {
        sent.push(body)
        return json({ url: `${gallery().origin}/login?step=method` })
      })
      await open(page, `${framework}/identifier-first?ssr`)
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await expect(title(page)).toHaveText("Enter your password")
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
      await expect(page.locator("bdi")).toHaveText("ada@example.com")
      expect(new URLSearchParams(sent[0]).get("email")).toBe("ada@example.com")

      await page.getByRole("link", { name: "Change" }).click()
      await expect(title(page)).toHaveText("Sign in to Acme")
      await expect(addressField(page)).toBeFocused()
      await expect(addressField(page)).toHaveValue("ada@example.com")
      await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(`/${framework}/identifier-first`)
    })

    test("own elements show each step, and go back to the address", async ({ page }) => {
      nextStep({ identifier: "ada@example.com", providers: [password] })
      await open(page, `${framework}/identifier-first+own?ssr`)
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await expect(title(page)).toHaveText("Enter your password")
      const field = page.locator("input[type=password]")
      await expect(field).toBeFocused()
      await expect(field).toHaveValue("")
      await expect(page.locator("[name=email]")).toHaveValue("ada@example.com")
      await page.getByRole("link", { name: "Change" }).click()
      await expect(addressField(page)).toBeFocused()
      await expect(addressField(page)).toHaveValue("ada@example.com")
      nextStep({ identifier: "ada@corp.example", company: "corp", providers: [corp] })
      await addressField(page).fill("ada@corp.example")
      await page.getByRole("button", { name: "Continue", exact: true }).click()
      await expect(page.getByRole("button", { name: "Continue with Corp" })).toBeFocused()
      expect(new URL(page.url()).pathname).toBe(`/${framework}/identifier-first+own`)
    })

    test("a company's address leads to its provider, and a changed one to other methods", async ({ page }) => {
      nextStep({ identifier: "ada@corp.example", company: "corp", providers: [corp] })
      await open(page, `${framework}/identifier-first?ssr`)
      await addressField(page).fill("ada@corp.example")
      await page.getByRole("button", { name: "Continue", exact: true }).click()
      await expect(title(page)).toHaveText("Sign in with Corp")
      await expect(page.getByRole("button", { name: "Continue with Corp" })).toBeFocused()
      await expect(page.getByRole("button", { name: "Continue with GitHub" })).toHaveCount(0)

      await page.getByRole("link", { name: "Change" }).click()
      await expect(addressField(page)).toBeFocused()
      await expect(page.getByRole("button", { name: "Continue with Corp" })).toHaveCount(0)
      nextStep({ identifier: "ada@example.com", providers: [password] })
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
    })

    test("signs in with the password of the second step, and keeps the address after a wrong one", async ({ page }) => {
      const bodies: string[] = []
      nextStep({ identifier: "ada@example.com", providers: [password] })
      answer("GET /auth/providers", { credentials: password })
      gallery().answers.set("POST /auth/callback/credentials", (body) => {
        bodies.push(body)
        return json({ url: `${gallery().origin}/auth/signin`, error: "CredentialsSignin" }, 401)
      })
      await open(page, `${framework}/identifier-first?ssr`)
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await page.getByLabel("Password", { exact: true }).fill("wrong")
      await page.getByRole("button", { name: "Sign in" }).click()
      await expect(page.locator("[data-focus]")).toBeFocused()
      await expect(page.locator(".auth-alert")).toHaveText("Wrong email or password. Try again.")
      await expect(page.locator("bdi")).toHaveText("ada@example.com")
      expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toMatchObject({
        email: "ada@example.com",
        password: "wrong",
      })
    })

    test("says at the field what an address lacks, before and after it was sent", async ({ page }) => {
      await open(page, `${framework}/identifier-first?ssr`)
      await page.getByRole("button", { name: "Continue", exact: true }).click()
      await expect(addressField(page)).toBeFocused()
      await expect(addressField(page)).toHaveAccessibleDescription("Enter your email address.")
      await addressField(page).fill("ada@example")
      await addressField(page).press("Enter")
      await expect(addressField(page)).toHaveAccessibleDescription(/Enter a complete email address/)
      expect(gallery().requests.filter((request) => request.startsWith("POST"))).toEqual([])

      nextStep({ rejected: true, email: "ada@example.test", providers: [corp] }) // the server knows more rules
      await addressField(page).fill("ada@example.test")
      await addressField(page).press("Enter")
      await expect.poll(() => gallery().requests).toContain("GET /auth/sign-in-props")
      await expect(page.locator("[aria-busy]")).toHaveCount(0)
      await expect(addressField(page)).toHaveAccessibleDescription(/Enter a complete email address/)
      await expect(addressField(page)).toHaveValue("ada@example.test")
      await expect(addressField(page)).toBeFocused()
    })

    test("says so if the server can't be reached, or shows all methods at once", async ({ page }) => {
      answer("GET /auth/csrf", { csrfToken: "t" })
      answer("POST /auth/signin", {}, 500)
      await open(page, `${framework}/identifier-first?ssr`)
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await expect(page.locator("[data-focus]")).toBeFocused()
      await expect(addressField(page)).toHaveValue("ada@example.com")
      nextStep({ providers: [password] })
      await addressField(page).press("Enter")
      await expect(page.locator(".auth-alert")).toHaveText(/Sign-in isn't set up correctly/)
    })

    test("a form action gets the address from the browser, with no request of Latchkit's", async ({ page }) => {
      await open(page, `${framework}/identifier-first-action?ssr`)
      await addressField(page).fill("ada@example.com")
      const posted = page.waitForRequest((request) => request.method() === "POST")
      await page.getByRole("button", { name: "Continue", exact: true }).click()
      const request = await posted
      expect(new URL(request.url()).search).toBe("?/signin")
      const form = Object.fromEntries(new URLSearchParams(request.postData() ?? ""))
      expect(form).toMatchObject({ email: "ada@example.com", redirectTo: "/" })
      expect(form).not.toHaveProperty("providerId")
      expect(gallery().requests.filter((one) => !one.includes("webauthn-options"))).toEqual([])
    })

    test("requests its own props in a single-page app", async ({ page }) => {
      nextStep({ siteName: "Acme", providers: [corp] })
      await page.goto(`${gallery().origin}/${framework}/identifier-first+load`)
      await expect(title(page)).toHaveText("Sign in to Acme")
      nextStep({ siteName: "Acme", identifier: "ada@example.com", providers: [password] })
      await addressField(page).fill("ada@example.com")
      await addressField(page).press("Enter")
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
    })
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: a sign-in form that isn't complete says so at its fields, in the card's words`, async ({
    page,
  }) => {
    await open(page, `${framework}/sign-in-password?ssr`)
    const email = addressField(page)
    const field = page.getByLabel("Password", { exact: true })
    const submit = page.getByRole("button", { name: "Sign in", exact: true })
    await field.fill("correct horse battery")
    await submit.click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription("Enter your email address.")
    await expect(field).toHaveValue("correct horse battery")
    await expect(field).not.toHaveAttribute("aria-invalid")
    await email.fill("ada")
    await submit.click()
    await expect(email).toHaveAccessibleDescription("Enter a complete email address, like you@example.com.")

    answer("GET /auth/csrf", { csrfToken: "t" })
    answer("GET /auth/providers", { credentials: password })
    const waiting = Promise.withResolvers<Response>()
    gallery().answers.set("POST /auth/callback/credentials", () => waiting.promise)
    await email.fill("ada@example.com")
    await submit.click()
    await expect(email).not.toHaveAttribute("aria-invalid")
    waiting.resolve(json({ url: `${gallery().origin}/auth/signin`, error: "CredentialsSignin" }, 401))
    await expect(page.locator(".auth-alert")).toHaveText("Wrong email or password. Try again.")
  })
}
