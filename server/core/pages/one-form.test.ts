import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { CredentialsConfig, EmailConfig } from "../../providers/types.ts"
import { GitHub } from "../../providers/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const password: CredentialsConfig = {
  id: "password",
  name: "Password",
  type: "credentials",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: () => null,
}
const member: CredentialsConfig = { ...password, id: "member", credentials: { username: {}, password: {} } }

function createBrowser(config: Partial<AuthConfig> = {}) {
  const sent: string[] = []
  const email: EmailConfig = {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest: ({ identifier }) => void sent.push(identifier),
  }
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const { providers = [GitHub({ clientId: "id", clientSecret: "secret" }), email, password] } = config
  const shared = {
    adapter: MemoryAdapter(),
    secret: "s".repeat(32),
    logger: silent,
    siteName: "Acme",
    rateLimit: false,
  }
  const auth = createAuth(
    { ...shared, session: { strategy: "jwt", remember: { checked: true } }, ...config, providers } as AuthConfig,
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  return { browser: cookieClient(auth), sent, email }
}

const openPage = async ({ browser }: ReturnType<typeof createBrowser>, path = "/signin") =>
  (await browser.get(path)).text()
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0
const findForm = (html: string, provider: string) =>
  new RegExp(`<form[^>]*data-provider="${provider}".*?</form>`, "s").exec(html)?.[0] ?? ""

describe("a sign-in page with a password and an email", () => {
  test("asks for the address once, below one divider, and has the checkbox above its buttons", async () => {
    const html = await openPage(createBrowser())
    expect(count(html, /type="email"/g)).toBe(1)
    expect(count(html, /data-part="or"/g)).toBe(1)
    expect(findForm(html, "mail")).toBe("")
    expect(findForm(html, "password")).toMatch(
      /name="password".*Keep me signed in.*>Sign in<.*formaction="[^"]*\/auth\/signin\/mail"[^>]* formnovalidate="".*>Continue with email</s,
    )
  })

  test("sends an email with the second button, whatever the password", async () => {
    const service = createBrowser()
    const html = await openPage(service)
    const [, action = ""] = /formaction="([^"]*)"/.exec(findForm(html, "password")) ?? []
    const [, csrfToken = ""] = /name="csrfToken" value="([^"]*)"/.exec(html) ?? []
    const fields = { csrfToken, callbackUrl: "/", email: "ada@app.test", password: "", asked: "remember" }
    const response = await service.browser.post(action, fields)
    expect(response.headers.get("location")).toContain("/auth/verify-request")
    expect(service.sent).toEqual(["ada@app.test"])
  })

  test("shows in that form why an email wasn't sent, with the address", async () => {
    const service = createBrowser()
    const [, csrfToken = ""] = /name="csrfToken" value="([^"]*)"/.exec(await openPage(service)) ?? []
    const fields = { csrfToken, email: "ada@@app.test", password: "secret-word" }
    const answer = await service.browser.post("/signin/mail", fields)
    const html = await openPage(service, answer.headers.get("location") ?? "")
    expect(findForm(html, "password")).toContain("We couldn&#39;t send the email.")
    expect(findForm(html, "password")).toContain('value="ada@@app.test"')
    expect(html).not.toContain("secret-word")
    expect(count(html, /aria-invalid="true"/g)).toBe(0)
  })

  test("shows the provider's own label at the button, in the user's language", async () => {
    const { email } = createBrowser()
    const providers = [{ ...email, label: { en: "a magic link", de: "Link per E-Mail" } }, password]
    const service = createBrowser({ providers })
    expect(await openPage(service)).toContain("Continue with a magic link<")
    const german = await (await service.browser.get("/signin", { "accept-language": "de" })).text()
    expect(german).toContain("Weiter mit Link per E-Mail<")
  })

  test("says at the button that it was used last, and moves the form to the top", async () => {
    const service = createBrowser()
    const html = await (await service.browser.get("/signin", { cookie: "__Host-latchkit.last-used=mail" })).text()
    expect(html).toMatch(/aria-label="Continue with email, Last used"/)
    expect(html.indexOf('data-provider="password"')).toBeLessThan(html.indexOf('data-provider="github"'))
  })
})

test.each<[string, Partial<AuthConfig>]>([
  ["the password belongs to a username", { providers: [createBrowser().email, member] }],
  ["there is a third form", { providers: [createBrowser().email, password, member] }],
  [
    "a button has a color of its own",
    { providers: [{ ...createBrowser().email, style: { brandColor: "#0f766e" } }, password] },
  ],
])("has a form for each method if %s", async (_, config) => {
  const html = await openPage(createBrowser(config))
  expect(findForm(html, "mail")).toContain("Continue with")
  expect(html).not.toContain("formnovalidate")
})
