import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { CredentialsConfig, EmailConfig } from "../../providers/types.ts"
import { Apple, Discord, Facebook, GitHub, GitLab, Google, LinkedIn, Slack } from "../../providers/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const time = { now: Date.UTC(2026, 0, 1) }
const SECOND = 1000

const password: CredentialsConfig = {
  id: "password",
  name: "Password",
  type: "credentials",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: () => null,
}
const emailProvider: EmailConfig = {
  id: "mail",
  name: "Email",
  type: "email",
  sendsCode: true,
  sendVerificationRequest: () => undefined,
}

function createService(config: Partial<AuthConfig> = {}) {
  const social = [Apple, Discord, Facebook, GitHub, GitLab, Google, LinkedIn, Slack].map((provider) =>
    provider({ clientId: "id", clientSecret: "secret" }),
  )
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  return createAuth(
    {
      providers: [...social, password, emailProvider],
      adapter: MemoryAdapter(),
      secret: "s".repeat(32),
      clock: () => time.now,
      session: { strategy: "jwt" },
      siteName: "Acme",
      logger: silent,
      rateLimit: false,
      ...config,
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
}

const rejectedFields = { email: "ada@app.test", password: "wrong-secret-word" }

async function submitRejected(fields: Record<string, string> = rejectedFields) {
  const browser = cookieClient(createService())
  const answer = await browser.signInWith("password", fields)
  return { browser, location: answer.headers.get("location") ?? "" }
}

describe("after a wrong password", () => {
  test("fills in the email address and shows an error, with neither in the URL", async () => {
    const { browser, location } = await submitRejected()
    expect(location).toBe("https://app.test/auth/signin?error=CredentialsSignin&code=credentials")
    const html = await (await browser.get(location)).text()
    expect(html).toContain('value="ada@app.test"')
    expect(html).toContain("<title>Error: Sign in to Acme</title>")
    expect(html).not.toContain("wrong-secret-word")
    expect(html.match(/<input[^>]*type="password"[^>]*>/)?.[0]).not.toContain("value")
  })

  test("seals the values for five minutes, and shows them only next to an error", async () => {
    const { browser, location } = await submitRejected()
    const cookie = browser.cookie("__Host-latchkit.typed")
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "lax" })
    expect(cookie?.value).not.toMatch(/ada|wrong/)
    expect(await (await browser.get("/signin")).text()).not.toContain("ada@app.test")
    expect(await (await cookieClient(createService()).get(location)).text()).not.toContain("ada@app.test")
    time.now += 360 * SECOND
    expect(await (await browser.get(location)).text()).not.toContain("ada@app.test")
  })

  test("shows an invalid email address for correction, with its markup escaped", async () => {
    const { browser, location } = await submitRejected({ ...rejectedFields, email: '"><script>alert(1)</script>' })
    const html = await (await browser.get(location)).text()
    expect(html).toContain("&#60;script&#62;")
    expect(html).not.toContain("<script>alert")
    const long = await submitRejected({ ...rejectedFields, email: "x".repeat(300) })
    expect(await (await long.browser.get(long.location)).text()).not.toContain("x".repeat(300))
  })
})

describe("after a form with other fields", () => {
  const member: CredentialsConfig = {
    id: "member",
    name: "Membership",
    type: "credentials",
    credentials: {
      username: {},
      club: {},
      pin: {},
      code: { autocomplete: "one-time-code" },
      password: { type: "password" },
    },
    authorize: () => null,
  }
  const typed = { username: "ada", club: "Analysts", pin: "1815", code: "123456", password: "wrong-secret-word" }

  test("fills in every field except secrets, and shows the error in that form only", async () => {
    const browser = cookieClient(createService({ providers: [password, member] }))
    const answer = await browser.signInWith("member", typed)
    const html = await (await browser.get(answer.headers.get("location") ?? "")).text()
    expect(html).toMatch(/<input[^>]*name="username"[^>]* value="ada"/)
    expect(html).toMatch(/<input[^>]*name="club"[^>]* value="Analysts"/)
    for (const secret of [typed.pin, typed.code, typed.password]) expect(html).not.toContain(secret)
    const [, other = "", own = ""] = html.split(/data-provider="(?:password|member)"/)
    expect(own).toContain("Wrong username or password. Try again.")
    expect(own).toContain('aria-invalid="true"')
    expect(other).not.toMatch(/Wrong|aria-invalid/)
  })

  test("names the provider that failed", async () => {
    const browser = cookieClient(createService({ callbacks: { signIn: () => Promise.reject(new Error("down")) } }))
    const started = await browser.post("/signin/github", { csrfToken: await browser.csrfToken() })
    const state = new URL(started.headers.get("location") ?? "").searchParams.get("state") ?? ""
    const answer = await browser.get(`/callback/github?error=server_error&state=${state}`)
    const html = await (await browser.get(answer.headers.get("location") ?? "")).text()
    expect(html).toContain("<p>GitHub didn&#39;t complete the sign-in. Try again.</p>")
    const page = await (await cookieClient(createService()).get(answer.headers.get("location") ?? "")).text()
    expect(page).toContain("<p>The provider didn&#39;t complete the sign-in. Try again.</p>")
  })
})

describe("the page after a magic link was requested", () => {
  const VERIFY = "/verify-request?provider=mail&type=email"

  async function asked() {
    const browser = cookieClient(createService())
    await browser.post("/signin/mail", { csrfToken: await browser.csrfToken(), email: "ada@app.test" })
    return browser
  }

  test("offers to resend after 30 seconds, and right away without JavaScript", async () => {
    const browser = await asked()
    time.now += 10 * SECOND
    const html = await (await browser.get(VERIFY)).text()
    expect(html).toContain('data-wait="20"')
    expect(html).toMatch(/<button class="auth-link" type="submit"[^>]*>resend it<\/button>/)
    time.now += 20 * SECOND
    expect(await (await browser.get(VERIFY)).text()).not.toContain("data-wait")
  })

  test("shows an alert and an error title after a wrong code, and focuses the field", async () => {
    const browser = await asked()
    const answer = await browser.post("/callback/mail", { csrfToken: await browser.csrfToken(), code: "000 000" })
    const html = await (await browser.get(answer.headers.get("location") ?? "")).text()
    expect(html).toContain("<title>Error: Check your email</title>")
    expect(html).toContain("That code is incorrect or has expired.")
    expect(html).toMatch(/id="kit-code-alert"[^>]*><div class="auth-alert" tabindex="-1">/)
    const input = /<input[^>]*name="code"[^>]*>/.exec(html)?.[0] ?? ""
    for (const attribute of ["autofocus", "data-focus", 'aria-invalid="true"', 'aria-describedby="kit-code-alert"'])
      expect(input).toContain(attribute)
  })

  test("focuses the code field on the first load", async () => {
    const html = await (await (await asked()).get(VERIFY)).text()
    expect(html).toMatch(/<input[^>]*name="code"[^>]* autofocus=""/)
  })
})

test("sends at most 4 kB for the sign-in page with ten providers, and 6 kB for its scripts", async () => {
  const browser = cookieClient(createService())
  const html = await (await browser.get("/signin")).text()
  expect(html.match(/data-provider="/g)).toHaveLength(10)
  const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, source]) => source ?? "")
  expect(scripts.length).toBeGreaterThan(0)
  const sent = async (address: string) =>
    gzipSync(await (await browser.get(`https://app.test${address}`)).text(), { level: 9 }).length
  const sizes = await Promise.all(scripts.map(sent))
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(4096)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6144)
})
