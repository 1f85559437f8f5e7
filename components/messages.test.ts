import { expect, test } from "vitest"
import { DETAILS } from "./account/account.fixture.ts"
import { accountCard, signInCard } from "./html/index.ts"
import { errorPage } from "./html/pages.ts"
import { de } from "./view/messages/de.ts"
import type { SignInProvider } from "./view/types.ts"

const form = (...fields: string[]): SignInProvider => ({
  id: fields.join("-"),
  name: "Password",
  type: "credentials",
  signinUrl: "/auth/signin/credentials",
  callbackUrl: "/auth/callback/credentials",
  credentials: Object.fromEntries(fields.map((name) => [name, {}])),
})

test.each([
  [[form("email", "password")], "Wrong email or password. Try again."],
  [[form("username", "password")], "Wrong username or password. Try again."],
  [[form("pin")], "Those details aren&#39;t right. Check them and try again."],
  [[form("email", "password"), form("pin")], "Those details aren&#39;t right. Check them and try again."],
])("names the fields of the forms after a wrong sign-in: %j", (providers, sentence) => {
  expect(signInCard({ providers, error: "CredentialsSignin" })).toContain(`<p>${sentence}</p>`)
})

test("says in one sentence when to try again after too many attempts", () => {
  const card = (retryAfter?: number) => signInCard({ providers: [], error: "RateLimited", retryAfter })
  expect(card(120)).toContain("<p>Too many attempts. Try again in 2 minutes.</p>")
  expect(card(10)).toContain("<p>Too many attempts. Try again in a minute.</p>")
  expect(card()).toContain("<p>Too many attempts. Try again later.</p>")
})

test("names the site to an account without access, if the site has a name", () => {
  const page = (siteName?: string) => errorPage({ error: "AccessDenied", siteName, lang: "en", assets: undefined })
  expect(page("Acme")).toContain("This account doesn&#39;t have access to Acme.")
  expect(page()).toContain("This account doesn&#39;t have access.")
})

test("names the change on the account card", () => {
  const statusAfter = (done: Parameters<typeof accountCard>[0]["done"]) => {
    const html = accountCard({ csrfToken: "t", details: DETAILS, done })
    return /role="status"[^>]*>([^<]*)</.exec(html)?.[1]
  }
  expect(statusAfter({ change: "unlink", name: "GitHub" })).toBe("GitHub unlinked.")
  expect(statusAfter({ change: "rename-passkey", name: "Laptop" })).toBe("Renamed to Laptop.")
  expect(statusAfter({ change: "add-passkey", name: "" })).toBe("Passkey added.")
  expect(statusAfter({ change: "remove-password", name: "Password" })).toBe("Password removed.")
  expect(statusAfter({ change: "set-password", name: "" })).toBe("Password added.")
  expect(statusAfter(true)).toBe("Changes saved.")
})

test("shows the current device as active now", () => {
  const html = accountCard({ csrfToken: "t", details: DETAILS })
  expect(html).toMatch(/This device<\/span><\/p><p class="auth-note">Active now</)
})

test("gives the page's script the catalog's message to announce while it sends a form", () => {
  expect(signInCard({ providers: [form("pin")], messages: de })).toContain(`data-busy="${de.signIn?.busy}"`)
})
