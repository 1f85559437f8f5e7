import { createServer, type Server } from "node:http"
import { expect, test } from "@playwright/test"
import { createAuth } from "../../server/service/auth.ts"
import { GitHub } from "../../server/providers/index.ts"
import { passwordAccountService } from "../../server/test-kit/password-account-service.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

const providers = [GitHub({ clientId: "a", clientSecret: "b" }), ...passwordConfig().providers]
const running: Server[] = []

test.afterEach(() => {
  for (const server of running.splice(0)) server.close()
})

type Handle = Pick<ReturnType<typeof createAuth>, "handle">

const signInPages = (flow: "all-in-one" | "identifier-first") => (site: string) =>
  createAuth(passwordConfig({ flow, providers }), { env: { AUTH_URL: site } })

/** Serves the built-in pages. Returns their origin, and the forms that reach the server. */
async function serve(open: (site: string) => Handle): Promise<{ origin: string; posts: string[] }> {
  const server = createServer()
  running.push(server)
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  const auth = open(`${origin}/auth`)
  const posts: string[] = []
  server.on("request", (incoming, outgoing) => {
    if (incoming.method === "POST") posts.push(incoming.url ?? "")
    void auth.handle(requestFrom(incoming, origin)).then((response) => send(response, outgoing))
  })
  return { origin, posts }
}

test("a sign-in page says at its fields what they lack, and keeps what was typed", async ({ page }) => {
  const { origin, posts } = await serve(signInPages("all-in-one"))
  await page.goto(`${origin}/auth/signin`)
  const [name, password] = [page.getByLabel("Name"), page.getByLabel("Password", { exact: true })]
  const submit = page.getByRole("button", { name: "Sign in", exact: true })
  await submit.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription("Enter your username.")
  await expect(password).toHaveAccessibleDescription("Enter your password.")
  await name.fill("ada")
  await submit.click()
  await expect(password).toBeFocused()
  await expect(name).not.toHaveAttribute("aria-invalid")
  await expect(page.locator(".auth-error")).toHaveCount(1)
  await expect(name).toHaveValue("ada")
  expect(posts).toEqual([])
})

test("a password that meets the requirement replaces the error about the one before", async ({ page }) => {
  const { origin } = await serve((site) => passwordAccountService({ site }).auth)
  await page.goto(`${origin}/auth/sign-up`)
  await page.getByLabel("Email").fill("ada@example.com")
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("comet")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(password).toHaveAccessibleDescription(/^Use at least 15 characters/)
  await expect(password).toHaveValue("comet") // it wasn't sent
  await password.fill("two comets")
  await expect(password).toHaveAttribute("aria-invalid", "true")
  await password.fill("one comet over nantucket")
  await expect(page.locator(".auth-error")).toHaveCount(0)
  await expect(password).not.toHaveAttribute("aria-invalid")
  await expect(password).toHaveAccessibleDescription("15 characters or more")
  await expect(page.locator("output")).toHaveText("Strong")
  await password.fill("abcdefghijklmnopqrst")
  await expect(page.locator(".auth-error")).toHaveText(/^This password is too easy to guess/)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.locator(".auth-error")).toHaveCount(1)
  await expect(password).toHaveAccessibleDescription(/^This password is too easy to guess/)
})

test.describe("in German", () => {
  test.use({ locale: "de-DE" })

  test("the page that asks for the address first speaks German too", async ({ page }) => {
    const { origin, posts } = await serve(signInPages("identifier-first"))
    await page.goto(`${origin}/auth/signin`)
    const email = page.getByRole("textbox", { name: "E-Mail-Adresse" })
    await email.press("Enter")
    await expect(email).toHaveAccessibleDescription("Geben Sie Ihre E-Mail-Adresse ein.")
    await email.fill("ada@example")
    await email.press("Enter")
    await expect(email).toHaveAccessibleDescription(/^Geben Sie eine vollständige E-Mail-Adresse ein/)
    await expect(email).toBeFocused()
    expect(posts).toEqual([])
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("an address leads to its methods, and back to the field with the address", async ({ page }) => {
    const { origin } = await serve(signInPages("identifier-first"))
    await page.goto(`${origin}/auth/signin`)
    await page.getByRole("textbox", { name: "Email" }).fill("ada@example.com")
    await page.getByRole("button", { name: "Continue", exact: true }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your password")
    await expect(page.locator("bdi")).toHaveText("ada@example.com")
    await page.getByRole("link", { name: "Change" }).click()
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ada@example.com")
  })
})
