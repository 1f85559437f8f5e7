import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GitHub, Passkey } from "../../providers/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"

type Config = Parameters<typeof passwordService>[0]

const load = async (query = "", config: Config = {}, headers: HeadersInit = {}) => {
  const browser = cookieClient(passwordService(config))
  const response = await browser.get(`/sign-in-props${query}`, headers)
  return { response, body: (await response.json()) as Record<string, unknown>, browser }
}

test("returns everything that a sign-in card shows, with the fields of passwords", async () => {
  const { body, response } = await load("", {
    siteName: "Acme",
    signInNotice: "Sign in as Ada.",
    theme: { brandColor: "#0f766e" },
    experimental: { enableWebAuthn: true },
    adapter: MemoryAdapter(),
    providers: [GitHub({ clientId: "a", clientSecret: "b" }), ...passwordConfig().providers, Passkey()],
  })
  expect(response.status).toBe(200)
  expect(response.headers.get("cache-control")).toContain("no-store")
  expect(body).toMatchObject({
    siteName: "Acme",
    notice: "Sign in as Ada.",
    theme: { brandColor: "#0f766e" },
    callbackUrl: "https://app.test/",
    providers: [
      { id: "github", type: "oauth", signinUrl: "https://app.test/auth/signin/github" },
      { type: "credentials", credentials: { username: { label: "Name" }, password: { type: "password" } } },
      { id: "passkey", type: "webauthn" },
    ],
  })
  expect(JSON.stringify(body)).not.toContain("clientSecret")
})

test("sends the marks of the configured providers as data, and none for a provider without one", async () => {
  const providers = [GitHub({ clientId: "a", clientSecret: "b" }), ...passwordConfig().providers]
  const { body } = await load("", { providers })
  expect(body["providers"]).toMatchObject([{ mark: { paths: [[expect.stringMatching(/^M/), expect.anything()]] } }, {}])
  expect(body).not.toHaveProperty("providers.1.mark")
  const { props } = await passwordService({ providers }).signInProps(new Request("https://app.test/login"))
  expect(JSON.parse(JSON.stringify(props.providers))).toEqual(body["providers"])
})

test("returns the pages of a user who has forgotten the password or has no account", async () => {
  const body: unknown = await (await passwordAccountService().browser().get("/sign-in-props")).json()
  expect(body).toMatchObject({ forgotUrl: "/auth/forgot-password", signUpUrl: "/auth/sign-up" })
})

test("a page of a trusted origin gets links to the pages of this one", async () => {
  const { browser } = passwordAccountService({ config: { trustedOrigins: ["https://page.test"] } })
  const links = async (origin: string) =>
    (await browser().get(`/sign-in-props?page=${origin}/`, { origin })).json() as Promise<Record<string, unknown>>
  const query = `?${new URLSearchParams({ callbackUrl: "https://page.test/" })}`
  expect(await links("https://page.test")).toMatchObject({
    forgotUrl: `https://app.test/auth/forgot-password${query}`,
    signUpUrl: `https://app.test/auth/sign-up${query}`,
  })
  expect(await links("https://app.test")).toMatchObject({ signUpUrl: "/auth/sign-up" })
})

test("the links of an app's own page keep where to return, through a sign-up and a reset", async () => {
  const { auth, browser, post, newest, reset } = passwordAccountService({ config: { pages: { signIn: "/login" } } })
  const login = async (query: string, cookie = "") =>
    (await auth.signInProps(new Request(`https://app.test/login${query}`, { headers: { cookie } }))).props
  const { signUpUrl = "", forgotUrl = "" } = await login("?callbackUrl=/journal")
  const ada = browser()
  expect(await (await ada.get("/sign-in-props?callbackUrl=/journal")).json()).toMatchObject({ signUpUrl, forgotUrl })
  // The built-in page, which the user opens from there
  await ada.get(signUpUrl.replace("/auth", ""), { "sec-fetch-mode": "navigate" })
  await post(ada, "/sign-up", GRACE)
  const signedUp = await post(ada, "/sign-up", { code: (await newest("confirm-sign-up")).code ?? "" })
  expect(signedUp.headers.get("location")).toBe("https://app.test/journal")
  const grace = browser()
  await grace.get(forgotUrl.replace("/auth", ""))
  expect((await reset(grace)).headers.get("location")).toBe("https://app.test/login?changed=password")
  expect((await login("?changed=password", grace.cookieHeader())).callbackUrl).toBe("https://app.test/journal")
})

test("sets no cookie, so that it can't replace the cookie of another request", async () => {
  const { body, response } = await load()
  expect(response.headers.getSetCookie()).toEqual([])
  expect(body).not.toHaveProperty("csrfToken")
})

test("returns the texts in the browser's language, and none if they are the card's own", async () => {
  const german = await load("", {}, { "accept-language": "de-CH, en;q=0.5" })
  expect(german.body["messages"]).toMatchObject({
    language: { lang: "de", dir: "ltr" },
    signIn: { submit: "Anmelden" },
  })
  expect((await load("", {}, { "accept-language": "en" })).body).not.toHaveProperty("messages")
  const own = await load("", { messages: { en: { signIn: { submit: "Go in" } } } })
  expect(own.body["messages"]).toMatchObject({ signIn: { submit: "Go in" } })
})

test("signInProps returns the same texts for a page that the app renders", async () => {
  const request = new Request("https://app.test/login", { headers: { "accept-language": "ar" } })
  const { props } = await passwordService().signInProps(request)
  expect(props.messages).toMatchObject({ language: { lang: "ar", dir: "rtl" } })
})

test.each([
  ["?error=CredentialsSignin&code=credentials", { error: "CredentialsSignin", code: "credentials" }],
  ["?error=<script>", { error: undefined }],
  ["?email=Ada@Example.com", { email: "ada@example.com" }],
  ["?callbackUrl=/journal", { callbackUrl: "https://app.test/journal" }],
  ["?callbackUrl=https://evil.test/", { callbackUrl: "https://app.test/" }],
  ["?callbackUrl=//evil.test", { callbackUrl: "https://app.test/" }],
])("reads the page's parameters: %s (threat 1)", async (query, expected) => {
  const { body } = await load(query)
  for (const [name, value] of Object.entries(expected)) expect(body[name]).toBe(value)
})

test("says that the browser blocks cookies, if a rejected form leads to a page without its cookie", async () => {
  const browser = cookieClient(passwordService())
  const rejected = await browser.post("/callback/credentials", { csrfToken: "of another browser", ...ADA })
  const { pathname, search } = new URL(rejected.headers.get("location") ?? "")
  expect([pathname, search]).toEqual(["/auth/signin", "?error=MissingCSRF"])
  const blocking = cookieClient(passwordService())
  for (const [visitor, words] of [
    [browser, "This page expired. Try again."],
    [blocking, "Allow cookies for this site, or open it in its own tab."],
    [browser, "This page expired. Try again."], // not the page that was rendered for the other browser
  ] as const) {
    const page = await visitor.get(`/signin${search}`)
    expect(await page.text()).toContain(words)
  }
  const { body } = await load(search, {}, { "accept-language": "de" })
  expect(body["sentence"]).toMatch(/^Erlauben Sie Cookies/)
  const { props } = await passwordService().signInProps(new Request(`https://app.test/login${search}`))
  expect(props).toMatchObject({ error: "MissingCSRF", sentence: expect.stringMatching(/^Allow cookies/) })
})

test("fills in what the user typed into the rejected form, without the password", async () => {
  const { browser } = await load()
  await browser.signInWith("credentials", { ...ADA, password: "wrong" })
  const body: unknown = await (await browser.get("/sign-in-props?error=CredentialsSignin")).json()
  expect(body).toMatchObject({ failedProvider: "credentials", values: { username: "ada" } })
  expect(JSON.stringify(body)).not.toContain("wrong")
})
