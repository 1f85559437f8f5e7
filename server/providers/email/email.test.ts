import { describe, expect, onTestFinished, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { FAST_HASH, GRACE, NEW_PASSWORD, passwordAccountService } from "../../test-kit/password-account-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { Email, GitHub, Nodemailer, Passkey, Password, Resend, type OwnEmail } from "../index.ts"

const quiet = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const shared = { secret: "s".repeat(32), logger: quiet }

test("`send` gets every email rendered: of a sign-in, and about an account", async () => {
  const sent: OwnEmail[] = []
  const own = Email({ send: (email) => void sent.push(email) })
  const adapter = MemoryAdapter()
  const auth = createAuth({ ...shared, adapter, providers: [own] }, { env: { AUTH_URL: "https://app.test/auth" } })
  await adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
  await adapter.linkAccount({ userId: "ada", type: "oauth", provider: "github", providerAccountId: "eve" })
  const browser = cookieClient(auth)
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "ada@app.test" })
  const [link] = sent
  expect(link).toMatchObject({ to: "ada@app.test", kind: "sign-in", subject: "Sign in to app.test" })
  expect(link?.text).toContain(link?.url)
  expect(link?.html).toContain(`${link?.code?.slice(0, 3)} ${link?.code?.slice(3)}`)
  await browser.get(link?.url ?? "")
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ to: "ada@app.test", kind: "reclaimed", subject: "We secured your app.test account" })
  expect(sent[1]?.text).toContain("we removed unverified sign-in methods")
})

test("a `send` that isn't a function, and a misspelled option, are errors that name them", () => {
  expect(() => Email({ send: undefined } as never)).toThrow("`send` of `Email()` is undefined. Set it to a function")
  expect(() => Email({ send: () => undefined, signin: false } as never)).toThrow("Did you mean `signIn`?")
})

test("the user sees an error if `send` rejects", async () => {
  const error = vi.fn()
  const own = Email({ send: () => Promise.reject(new Error("the email API said 500")) })
  const config = { ...shared, adapter: MemoryAdapter(), providers: [own], logger: { ...quiet, error } }
  const browser = cookieClient(createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } }))
  const response = await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "ada@app.test" })
  expect(response.headers.get("location")).toContain("error=EmailSignin")
  expect(String(error.mock.calls[0]?.[0])).toContain("the email API said 500")
})

describe("an email provider with `signIn: false`", () => {
  test("sends the emails of passwords, and is no sign-in method", async () => {
    const { browser, signUp, reset, signIn, links, auth } = passwordAccountService({ mail: { signIn: false } })
    const grace = browser()
    await signUp(grace)
    expect(await (await grace.get("/session")).json()).toMatchObject({ user: { email: GRACE.email } })
    await reset(grace)
    const other = browser()
    await signIn(other, { ...GRACE, password: NEW_PASSWORD })
    expect(await (await other.get("/session")).json()).toMatchObject({ user: { email: GRACE.email } })
    expect(Object.keys((await (await other.get("/providers")).json()) as object)).toEqual(["password"])
    const page = await (await browser().get("/signin")).text()
    expect(page).toContain('action="https://app.test/auth/callback/password"')
    expect(page).not.toContain("/signin/email")
    const asked = await other.post("/signin/email", { csrfToken: await other.csrfToken(), email: GRACE.email })
    expect(asked.status).toBe(404)
    expect((await other.get(`/callback/email?token=x&email=${GRACE.email}`)).status).toBe(404)
    expect(links).toEqual([])
    const account = await auth.getAccount(
      new Request("https://app.test/", { headers: { cookie: other.cookieHeader() } }),
    )
    expect(account?.emailMethod).toBeUndefined()
  })
})

describe("in production, an email provider that can't send", () => {
  const env = { NODE_ENV: "production", AUTH_URL: "https://app.test/auth", AUTH_TRUSTED_PROXIES: "0" }
  const from = "Acme <hello@app.test>"

  test.each([
    ["`Password()`", () => Password({ hash: FAST_HASH })],
    ["`Passkey({ signUp: true })`", () => Passkey({ signUp: true })],
  ])("is an error of the configuration for %s, as without one", async (name, provider) => {
    const logged: string[] = []
    const logger = { error: ({ message }: Error) => void logged.push(message), warn: vi.fn() }
    for (const [mail, lack] of [
      [Nodemailer({ server: "", from }), "`Nodemailer` has no `server`"],
      [Nodemailer({ server: "", from, signIn: false }), "`Nodemailer` has no `server`"],
      [Resend({ from }), 'The provider "resend" has no `apiKey`: set AUTH_RESEND_KEY'],
      [Resend({ from: "", apiKey: "key" }), 'The provider "resend" has no `from`'],
    ] as const) {
      logged.length = 0
      const config = { ...shared, adapter: MemoryAdapter(), providers: [provider(), mail], logger }
      const response = await createAuth(config, { env }).handle(new Request("https://app.test/auth/sign-up"))
      expect(response.status).toBe(500)
      expect(logged.join("\n")).toContain(`${name} needs an email provider`)
      expect(logged.join("\n")).toContain(lack)
    }
  })

  test("is left out, and all else works", async () => {
    const logger = { error: vi.fn(), warn: vi.fn() }
    const config = {
      ...shared,
      adapter: MemoryAdapter(),
      providers: [GitHub({ clientId: "id", clientSecret: "s" }), Resend({ from })],
      logger,
    }
    const browser = cookieClient(createAuth(config, { env }))
    expect(Object.keys((await (await browser.get("/providers")).json()) as object)).toEqual(["github"])
    expect((await browser.get("/signin")).status).toBe(200)
  })
})

test.each([
  ["NODE_ENV=development", "development", "https://app.test/auth", true],
  ["localhost without NODE_ENV", "", "http://localhost:3000/auth", true],
  ["another host without NODE_ENV", "", "https://app.test/auth", false],
  ["NODE_ENV=production", "production", "http://localhost:3000/auth", false],
  ["NODE_ENV=staging", "staging", "http://localhost:3000/auth", false],
])("prints the emails of a service without a key on %s: %s", async (_, mode, url, prints) => {
  vi.stubEnv("NODE_ENV", mode)
  const printed = vi.spyOn(console, "log").mockReturnValue()
  onTestFinished(() => void (vi.restoreAllMocks(), vi.unstubAllEnvs()))
  const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const config = { ...shared, adapter: MemoryAdapter(), providers: [Resend({ from: "hello@app.test" })], logger }
  const browser = cookieClient(createAuth(config, { env: { AUTH_URL: url } }))
  await browser.post("/signin/resend", { csrfToken: await browser.csrfToken(), email: "ada@app.test" })
  if (!prints) {
    expect(printed).not.toHaveBeenCalled()
    expect(String(logger.error.mock.calls[0]?.[0])).toContain("No API key: set AUTH_RESEND_KEY")
    return
  }
  expect(String(printed.mock.calls[0]?.[0])).toMatch(
    /^\[latchkit\] Email printed, not sent: No API key: set AUTH_RESEND_KEY[\s\S]*To: ada@app\.test/,
  )
})
