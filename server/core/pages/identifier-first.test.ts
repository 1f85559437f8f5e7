import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { GitHub, OIDC } from "../../providers/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"
import { passwordService } from "../../test-kit/password-service.ts"

const keys = { clientId: "a", clientSecret: "b" }
const corp = OIDC({ id: "corp", name: "Corp", issuer: "https://id.corp.example", ...keys })
const password = {
  id: "password",
  name: "Password",
  type: "credentials",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: ({ email, password: typed }: { email?: string; password?: string }) =>
    email === "ada@example.com" && typed === "lovelace" ? { id: "1", email } : null,
} as const
const config = {
  flow: "identifier-first",
  domains: { "Corp.example": "corp" },
  siteName: "Acme",
  providers: [GitHub(keys), corp, password],
} satisfies Partial<AuthConfig>

const open = (changes: Partial<AuthConfig> = {}) => cookieClient(passwordService({ ...config, ...changes }))
type Browser = Pick<ReturnType<typeof open>, "get" | "post" | "csrfToken">

/** Sends an address like the page's form, and follows the redirect. */
async function enter(browser: Browser, email: string, headers: HeadersInit = {}) {
  const sent = await browser.post("/signin", { email, callbackUrl: "/journal", csrfToken: await browser.csrfToken() })
  const location = sent.headers.get("location") ?? ""
  return { sent, location, page: await (await browser.get(location, headers)).text() }
}
const h1 = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1]

test("asks for the address first, beside the buttons of providers", async () => {
  const page = await (await open().get("/signin?callbackUrl=%2Fjournal")).text()
  expect(h1(page)).toBe("Sign in to Acme")
  expect(page).toMatch(/<form[^>]*action="https:\/\/app\.test\/auth\/signin\?callbackUrl=[^"]*"[^>]*data-part="form"/)
  expect(page).toMatch(/<input[^>]*name="email"[^>]*autofocus=""/)
  expect(page).toMatch(/type="submit"[^>]*>.*Continue<\/span>/)
  expect(page).toContain("Continue with GitHub")
  expect(page).not.toContain("Corp") // its users have an address of its domain
  expect(page).not.toContain('type="password"')
})

test("no one gets a list of companies: from the sign-up page, the account or GET providers", async () => {
  const company = OIDC({ id: "sso-1", name: "Corp", issuer: "https://id.corp.example", ...keys })
  const { browser, signUp } = passwordAccountService({
    providers: [GitHub(keys), company],
    config: { flow: "identifier-first", domains: { "corp.example": "sso-1" } },
  })
  const guest = browser()
  for (const accept of ["text/html", "application/json"]) {
    const page = await (await guest.get("/sign-up", { accept })).text()
    expect(page).toContain("GitHub")
    expect(page).not.toMatch(/Corp|sso-1/)
  }
  const listed = await (await guest.get("/providers")).json()
  expect(listed).toMatchObject({ github: { name: "GitHub" }, "sso-1": { name: "sso-1", type: "oidc" } })
  const linkable = async (email: string) => {
    const user = browser()
    await signUp(user, { ...GRACE, email })
    const account = await (await user.get("/account", { accept: "application/json" })).json()
    return (account as { linkable: { name: string }[] }).linkable.map(({ name }) => name) // its contract
  }
  expect(await linkable("ada@app.test")).toEqual(["GitHub"])
  expect(await linkable("ada@corp.example")).toEqual(["GitHub", "Corp"])
})

test("then asks for the password, and signs in without JavaScript", async () => {
  const browser = open()
  const { sent, location, page } = await enter(browser, " Ada@example.com ")
  expect(sent.status).toBe(302)
  expect(location).not.toContain("example.com") // an address doesn't belong into histories and logs
  expect(h1(page)).toBe("Enter your password")
  expect(page).toMatch(/<bdi [^>]*>ada@<wbr><span>example.com<\/span><\/bdi>/)
  expect(page).toMatch(/<a [^>]*href="[^"]*\/signin\?callbackUrl=[^"]*"[^>]*>Change<\/a>/)
  expect(page).not.toMatch(/Continue with/)
  const [form = ""] = /<form[^>]*data-provider="password".*?<\/form>/s.exec(page) ?? []
  expect(form).toMatch(
    /<input id="[\w-]+" type="email" name="email" hidden="" autocomplete="username" value="ada@example.com">/,
  )
  const fields = [...form.matchAll(/<input[^>]*name="(\w+)"[^>]*?(?:value="([^"]*)")?>/g)]
  const values = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&#38;", "&")]))
  const done = await browser.post("/callback/password", { ...values, password: "lovelace" })
  expect(done.headers.get("location")).toBe("https://app.test/journal")
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
})

test("shows the password again after a wrong one, with the address", async () => {
  const browser = open()
  await enter(browser, "ada@example.com")
  const fields = { email: "ada@example.com", password: "wrong", csrfToken: await browser.csrfToken() }
  const failed = await browser.post("/callback/password", fields)
  const page = await (await browser.get(failed.headers.get("location") ?? "")).text()
  expect(h1(page)).toBe("Enter your password")
  expect(page).toMatch(/data-provider="password".*Wrong email or password/s)
  expect(page).toContain(">ada@<wbr><span>example.com</span></bdi>")
})

test.each([
  ["ada@corp.example", true],
  ["ADA@CORP.EXAMPLE", true],
  ["ada@eu.corp.example", false],
  ["ada@notcorp.example", false],
])("leads %s to the provider of its domain: %s", async (email, leads) => {
  const { page } = await enter(open(), email)
  expect(h1(page)).toBe(leads ? "Sign in with Corp" : "Enter your password")
  expect(/data-variant="primary"[^>]*>.*Continue with Corp</s.test(page)).toBe(leads)
  expect(page.includes('type="password"')).toBe(!leads)
  expect(page).not.toContain("Continue with GitHub")
})

test("never sends the list of domains to a browser", async () => {
  const browser = open()
  const pages = [await (await browser.get("/signin")).text(), (await enter(browser, "ada@example.com")).page]
  const props = await (await browser.get("/sign-in-props")).text()
  expect([...pages, props].join().toLowerCase()).not.toContain("corp.example")
})

/** Returns everything that a browser gets for an address, without what differs in every response. */
async function everythingFor(email: string) {
  const calls: string[] = []
  const counted = new Proxy(MemoryAdapter(), {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      return typeof value !== "function"
        ? value
        : (...args: unknown[]) => (calls.push(String(name)), Reflect.apply(value, target, args) as unknown)
    },
  })
  const { signUp, browser } = passwordAccountService({ adapter: counted, config: { flow: "identifier-first" } })
  await signUp(browser())
  expect(calls).toContain("createUser")
  const anonymous = browser()
  const csrfToken = await anonymous.csrfToken()
  calls.length = 0
  const sent = await anonymous.post("/signin", { email, csrfToken })
  const page = await anonymous.get(sent.headers.get("location") ?? "")
  const html = (await page.text())
    .replaceAll(csrfToken, "TOKEN")
    .replaceAll(/<wbr><span>(.*?)<\/span>/g, "$1")
    .replaceAll(email, "EMAIL")
  const headers = [sent, page].map((response) => [...response.headers].filter(([name]) => name !== "set-cookie"))
  return { html, headers, statuses: [sent.status, page.status], calls }
}

test("gives known and unknown addresses the same bytes", async () => {
  const known = await everythingFor(GRACE.email)
  const unknown = await everythingFor(GRACE.email.replace("race", "loria")) // with the same initial
  expect(known.html).toContain("Enter your password")
  expect(unknown).toEqual(known)
})

test("takes the same time for known and unknown addresses, because it looks up no account", async () => {
  expect((await everythingFor(GRACE.email)).calls).toEqual([])
  expect((await everythingFor("nobody@app.test")).calls).toEqual([])
})

test("says at the field that an address isn't one", async () => {
  const { page } = await enter(open(), "ada@example")
  expect(h1(page)).toBe("Sign in to Acme")
  expect(page).toMatch(/value="ada@example"[^>]*aria-invalid="true".*Enter a complete email address/s)
  expect(page).toContain("<title>Error: ")
})

test("starts again without an address", async () => {
  const browser = open()
  await enter(browser, "ada@example.com")
  expect(h1(await (await browser.get("/signin")).text())).toBe("Sign in to Acme")
})

test("keeps the address for a user who changes it, until the cookie expires", async () => {
  const browser = open()
  const { page } = await enter(browser, "ada@example.com")
  const [, change = ""] = /<a [^>]*href="([^"]*)"[^>]*>Change</.exec(page) ?? []
  const again = await (await browser.get(change.replaceAll("&#38;", "&"))).text()
  expect(h1(again)).toBe("Sign in to Acme")
  expect(again).toMatch(/<input[^>]*name="email"[^>]*value="ada@example.com"/)
  expect(await (await open().get("/signin?step=identifier")).text()).not.toContain("ada@")
})

test.each([
  ["ada@example.com", { identifier: "ada@example.com", providers: [{ id: "github" }, { id: "password" }] }],
  ["ada@corp.example", { identifier: "ada@corp.example", company: "corp", providers: [{ id: "corp" }] }],
  ["ada@example", { rejected: true, email: "ada@example", providers: [{ id: "github" }, { id: "password" }] }],
])("returns the step for %s to the script of a card on an app's own page", async (email, step) => {
  const browser = open({ pages: { signIn: "/login" } })
  const { location } = await enter(browser, email)
  expect(location).toMatch(/^https:\/\/app\.test\/login\?.*step=method/)
  const props: unknown = await (await browser.get("/sign-in-props?step=method")).json()
  expect(props).toMatchObject(step)
  const first: unknown = await (await browser.get("/sign-in-props")).json()
  expect(first).not.toHaveProperty("identifier")
  expect(first).toMatchObject({
    startUrl: expect.stringMatching(/auth\/signin/),
    providers: [{ id: "github" }, { id: "password" }],
  })
})

test("signInProps returns the step too, and none if all methods are shown at once", async () => {
  const auth = passwordService({ ...config, pages: { signIn: "/login" } })
  const { props } = await auth.signInProps(new Request("https://app.test/login?callbackUrl=%2Fjournal"))
  const callbackUrl = "https%3A%2F%2Fapp.test%2Fjournal"
  expect(props).toMatchObject({
    rejected: false,
    startUrl: `https://app.test/auth/signin?callbackUrl=${callbackUrl}`,
    changeUrl: `https://app.test/login?callbackUrl=${callbackUrl}&step=identifier`,
  })
  const plain = await passwordService().signInProps(new Request("https://app.test/login"))
  expect(plain.props).not.toHaveProperty("startUrl")
})

test("asks again with the same methods after too many attempts", async () => {
  const browser = open({ rateLimit: { address: () => "203.0.113.7" } })
  await enter(browser, "ada@example.com")
  const fields = { email: "ada@example.com", password: "wrong", csrfToken: await browser.csrfToken() }
  const attempts = { last: await browser.post("/callback/password", fields) }
  for (let count = 0; count < 25 && attempts.last.status !== 429; count++)
    attempts.last = await browser.post("/callback/password", fields)
  const page = await attempts.last.text()
  expect(attempts.last.status).toBe(429)
  expect(h1(page)).toBe("Enter your password")
  expect(page).toContain(">ada@<wbr><span>example.com</span></bdi>")
  expect(page).not.toContain("Continue with GitHub")
})

test("speaks the browser's language", async () => {
  const { page } = await enter(open(), "ada@corp.example", { "accept-language": "de" })
  expect(h1(page)).toBe("Mit Corp anmelden")
  expect(page).toContain("Ihr Unternehmen verwaltet die Anmeldung.")
})

test("ignores an address if all methods are shown at once", async () => {
  const browser = open({ flow: undefined, domains: undefined })
  const { sent, location } = await enter(browser, "ada@example.com")
  expect(location).not.toContain("step")
  expect(sent.headers.getSetCookie().join()).not.toContain("form")
})

test("rejects an address without the form's token", async () => {
  const sent = await open().post("/signin", { email: "ada@example.com" })
  expect(sent.headers.get("location")).toContain("error=MissingCSRF")
})

test.each<[Partial<AuthConfig>, RegExp]>([
  [{ flow: "wizard" as "all-in-one" }, /`flow` is "wizard"\. Set it to "all-in-one" or "identifier-first"/],
  [{ domains: { "corp.example": "nobody" } }, /`domains\["corp\.example"\]` is "nobody"\. Use the id of an OAuth/],
  [{ domains: { "corp.example": "password" } }, /is "password"\. Use the id of an OAuth or OpenID provider/],
  [{ domains: { "@corp": "corp" } }, /`domains` has a key that is a text of 5 characters\. Use a domain in ASCII/],
  [{ flow: "all-in-one" }, /`domains` has no effect with `flow: "all-in-one"`/],
])("reports a mistake in the options: %j", async (changes, message) => {
  const errors: Error[] = []
  const response = await open({ ...changes, logger: { error: (error) => void errors.push(error) } }).get("/signin")
  expect(response.status).toBe(500)
  expect(errors.map((error) => error.message).join("\n")).toMatch(message)
})
