import { expect, test } from "vitest"
import type { AuthConfig } from "../../../service/config.ts"
import { cookieClient } from "../../../testing/cookie-client.ts"
import { oauthService } from "../../../test-kit/oauth-service.ts"
import { passwordService } from "../../../test-kit/password-service.ts"

const PAGE = { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" }

const visitor = (config: Partial<AuthConfig> = {}) => cookieClient(passwordService({ siteName: "Acme", ...config }))

test("leads an anonymous browser from the account to the sign-in, and back", async () => {
  const response = await visitor().get("/account", PAGE)
  expect(response.status).toBe(302)
  const to = new URL(response.headers.get("location") ?? "")
  expect(to.pathname).toBe("/auth/signin")
  expect(new URL(to.searchParams.get("callbackUrl") ?? "").pathname).toBe("/auth/account")
})

test("responds with JSON to a client that doesn't ask for a page", async () => {
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    const response = await visitor().get("/account", headers)
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(await response.json()).toBeNull()
  }
})

test.each(["/nope", "/signin/nope", "/account/x", "/signin/github/x"])(
  "shows a browser a page for %s",
  async (path) => {
    const response = await visitor().get(path, PAGE)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain("Page not found")
    expect(html).toContain('href="https://app.test/auth/signin"')
    expect(await (await visitor().get(path)).text()).toBe("")
  },
)

test.each(["", "/"])("the base path with %j leads to the account", async (path) => {
  const response = await visitor().get(path, PAGE)
  expect(response.status).toBe(302)
  expect(response.headers.get("location")).toBe("https://app.test/auth/account")
  expect((await visitor().get(path)).status).toBe(404)
})

async function signedIn() {
  const browser = visitor()
  await browser.signInWith("credentials", { username: "ada", password: "lovelace" })
  return browser
}

test("shows a signed-in browser the account, and a link back to the app", async () => {
  const browser = await signedIn()
  const response = await browser.get("/account", PAGE)
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
  expect(response.headers.get("cache-control")).toContain("no-store")
  const html = await response.text()
  expect(html).toContain("<title>Your account</title>")
  expect(html).toContain('action="/auth/signout"')
  expect(html).toContain('href="https://app.test/"')
  expect(html).toContain("To sign one out, sign out on that device.") // sealed sessions can't be listed
  expect(await (await browser.get("/account")).json()).toMatchObject({ user: { name: "Ada" } })
})

test("leads a rejected form back to the page, which names the error", async () => {
  const browser = await signedIn()
  const callbackUrl = "https://app.test/auth/account"
  const form = { csrfToken: await browser.csrfToken(), change: "revoke-other-sessions", callbackUrl }
  const response = await browser.post("/account", form, { origin: "https://app.test" })
  expect(response.status).toBe(303)
  const to = new URL(response.headers.get("location") ?? "")
  expect(to.search).toBe("?error=NotFound&change=revoke-other-sessions")
  const html = await (await browser.get(`/account${to.search}`, PAGE)).text()
  expect(html).toContain("Already removed.")
  expect(html).toContain("<title>Error: Your account</title>")
})

test("says on the page what changed, and nothing of a change that doesn't exist", async () => {
  const browser = await signedIn()
  expect(await (await browser.get("/account?change=unlink", PAGE)).text()).toContain("Changes saved.")
  for (const change of ["nope", "__proto__", "<b>"])
    expect(await (await browser.get(`/account?change=${change}`, PAGE)).text()).not.toContain("Changes saved.")
})

test("doesn't tell an app's own page what changed", async () => {
  const browser = await signedIn()
  const form = { csrfToken: await browser.csrfToken(), change: "revoke-other-sessions", callbackUrl: "/settings" }
  const response = await browser.post("/account", form, { origin: "https://app.test" })
  expect(response.headers.get("location")).toBe("https://app.test/settings?error=NotFound")
})

test.each([
  ["https://pictures.test/ada.png", " https://pictures.test"],
  ["https://evil.test;sandbox/ada.png", ""],
  ["https://evil.test,sandbox/ada.png", ""],
])("the picture %s of a user adds only its origin to the policy (threat 242)", async (picture, source) => {
  const service = await oauthService()
  const ada = service.browser()
  await service.enter(ada, { sub: "ada", email: "ada@app.test", email_verified: true, picture })
  const policy = (await ada.get("/account", PAGE)).headers.get("content-security-policy")
  expect(policy).toContain(`; img-src 'self' data:${source}; connect-src 'self'; `)
  expect(policy).not.toContain("sandbox")
})
