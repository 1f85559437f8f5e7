import { beforeEach, expect, test, vi } from "vitest"
import type { AdapterUser, VerificationToken } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { EmailConfig, VerificationRequest } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const SESSION = "__Host-latchkit.session-token"
const MINUTE = 60_000
const time = { now: Date.UTC(2026, 0, 1) }
const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }

function createService(config: Partial<AuthConfig> = {}, provider: Partial<EmailConfig> = {}) {
  const adapter = MemoryAdapter()
  const mails: VerificationRequest[] = []
  const sendVerificationRequest = (mail: VerificationRequest): void => void mails.push(mail)
  const email: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendsCode: true,
    sendVerificationRequest,
    ...provider,
  }
  const clock = () => time.now
  const shared = { providers: [email], secret: "s".repeat(32), logger: quiet, clock, adapter, ...config }
  const auth = createAuth(shared, { env: { AUTH_URL: "https://app.test/auth" } })
  return { auth, adapter, mails, newest: () => mails.at(-1) ?? expect.fail("no mail was sent") }
}

type Browser = ReturnType<typeof cookieClient>

async function requestEmail(
  browser: Browser,
  email: string,
  fields: Record<string, string> = {},
  headers: HeadersInit = {},
) {
  return browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email, ...fields }, headers)
}

async function signedInUser(browser: Browser): Promise<string | null> {
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null
  return session?.user?.email ?? null
}

async function confirmMagicLink(browser: Browser, link: string) {
  const url = new URL(link)
  const fields = Object.fromEntries(url.searchParams)
  return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), ...fields })
}

const rejectedWith = (answer: Response): string | null =>
  URL.parse(answer.headers.get("location") ?? "")?.searchParams.get("error") ?? null

beforeEach(() => {
  time.now = Date.UTC(2026, 0, 1)
  vi.clearAllMocks()
})

test("signs a new user in with the link of the email, in the browser that requested it", async () => {
  const events = { createUser: vi.fn(), signIn: vi.fn(), linkAccount: vi.fn() }
  const { auth, adapter, newest } = createService({ events })
  const browser = cookieClient(auth)
  const asked = await requestEmail(browser, " Ada@App.test ", { callbackUrl: "/private" })
  expect(asked.headers.get("location")).toBe("https://app.test/auth/verify-request?provider=email&type=email")
  expect(newest()).toMatchObject({ identifier: "ada@app.test", expires: new Date(time.now + 24 * 60 * MINUTE) })
  expect(await signedInUser(browser)).toBeNull()
  const followed = await browser.get(newest().url)
  expect(followed.headers.get("location")).toBe("https://app.test/private")
  expect(await signedInUser(browser)).toBe("ada@app.test")
  expect(await adapter.getUserByEmail("ada@app.test")).toMatchObject({ emailVerified: new Date(time.now) })
  expect(events.createUser).toHaveBeenCalledOnce()
  expect(events.signIn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isNewUser: true }))
  expect(events.linkAccount).not.toHaveBeenCalled()
})

test("shows the address on the page after the request, but not in another browser", async () => {
  const { auth } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  expect(await (await browser.get("/verify-request?provider=email&type=email")).text()).toContain("ada@app.test")
  expect(await (await cookieClient(auth).get("/verify-request?provider=email&type=email")).text()).not.toContain(
    "ada@app.test",
  )
})

test("says on the page after a second request that another email was sent, and keeps the address", async () => {
  const { auth } = createService()
  const browser = cookieClient(auth)
  const page = async () => (await browser.get("/verify-request?provider=email&type=email")).text()
  await requestEmail(browser, "ada@app.test")
  expect(await page()).not.toContain("We sent another email.")
  await requestEmail(browser, "ada@app.test")
  expect(await page()).toContain("We sent another email.")
  await requestEmail(browser, "eve@app.test")
  expect(await page()).not.toContain("We sent another email.")
})

test.each<[string, Partial<EmailConfig>, string, string | undefined]>([
  [
    "a company's own",
    { webmail: { name: "Acme Mail", url: "https://mail.acme.test/" } },
    "ada@gmail.com",
    'href="https://mail.acme.test/"',
  ],
  ["that of a well-known domain", {}, "ada@gmail.com", 'href="https://mail.google.com/"'],
  ["no script", { webmail: { name: "Acme Mail", url: "javascript:alert(1)" } }, "ada@gmail.com", 'href="#"'],
])("links to a webmail site on the page after the request: %s", async (_, provider, address, link) => {
  const { auth } = createService({}, provider)
  const browser = cookieClient(auth)
  await requestEmail(browser, address)
  expect(await (await browser.get("/verify-request?provider=email&type=email")).text()).toContain(link)
})

test("signs a known user in without a second user or a second verification date", async () => {
  const createUser = vi.fn()
  const { auth, adapter, newest } = createService({ events: { createUser } })
  const verified = new Date("2020-01-01")
  await adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: verified, name: "Ada" })
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  await browser.get(newest().url)
  expect(await signedInUser(browser)).toBe("ada@app.test")
  expect(await adapter.getUser("ada")).toMatchObject({ emailVerified: verified, name: "Ada" })
  expect(createUser).not.toHaveBeenCalled()
})

test("sets the verification date with the first email and never changes it (threat 161)", async () => {
  const { auth, adapter, newest } = createService()
  for (const days of [0, 3]) {
    const browser = cookieClient(auth)
    time.now += days * 24 * 60 * MINUTE
    await requestEmail(browser, "ada@app.test")
    await browser.get(newest().url)
  }
  expect((await adapter.getUserByEmail("ada@app.test"))?.emailVerified).toEqual(new Date(Date.UTC(2026, 0, 1)))
})

test.each([
  "a@evil.test,victim@app.test",
  "victim,attacker@evil.test",
  '"e@evil.test"@victim.test',
  "attacker@evil.test＠victim.test",
  "<x@y.test>",
  "a\r\nBcc: z@evil.test",
  "-oQ/tmp@x.test",
  "",
])("sends no email to %j (threat 136)", async (email) => {
  const { auth, mails } = createService()
  expect(rejectedWith(await requestEmail(cookieClient(auth), email))).toBe("EmailSignin")
  expect(mails).toEqual([])
})

test("rejects a list of addresses from an app's own `normalizeIdentifier` (threat 136)", async () => {
  const { auth, mails } = createService({}, { normalizeIdentifier: (email) => email.trim() })
  expect(rejectedWith(await requestEmail(cookieClient(auth), "a@evil.test,victim@app.test"))).toBe("EmailSignin")
  expect(mails).toEqual([])
})

test("links to the configured site, whatever the request's host is (threat 143)", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(
    browser,
    "victim@app.test",
    {},
    { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
  )
  expect(newest().url).toMatch(/^https:\/\/app\.test\/auth\/callback\/email\?/)
})

test("redirects to the site if the callback URL in the link was changed, and the sign-in still works (threat 144)", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test", { callbackUrl: "/private" })
  const url = new URL(newest().url)
  url.searchParams.set("callbackUrl", "https://evil.test/")
  expect((await browser.get(url.href)).headers.get("location")).toBe("https://app.test/")
  expect(await signedInUser(browser)).toBe("ada@app.test")
})

test("signs in one of 50 parallel uses of one link (threat 146)", async () => {
  const events = { createUser: vi.fn(), signIn: vi.fn() }
  const { auth, adapter, newest } = createService({ events })
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => cookieClient(auth, new Map(browser.jar)).get(newest().url)),
  )
  expect(answers.filter((answer) => rejectedWith(answer) === null)).toHaveLength(1)
  expect(answers.filter((answer) => rejectedWith(answer) === "Verification")).toHaveLength(49)
  expect(await adapter.listSessions((await adapter.getUserByEmail("ada@app.test"))?.id ?? "")).toHaveLength(1)
  expect(events.createUser).toHaveBeenCalledOnce()
  expect(events.signIn).toHaveBeenCalledOnce()
})

test.each([
  [-1, null],
  [0, "Verification"],
  [1, "Verification"],
])("handles a link %i milliseconds after its expiry: %s (threat 147)", async (offset, error) => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const { url, expires } = newest()
  time.now = expires.getTime() + offset
  // The cookie expires a little earlier. This test checks the token's own expiry
  expect(rejectedWith(await confirmMagicLink(browser, url))).toBe(error)
})

test.each<[string, (url: URL) => void]>([
  ["another address", (url) => url.searchParams.set("email", "other@app.test")],
  ["no address", (url) => url.searchParams.delete("email")],
  ["two addresses", (url) => url.searchParams.append("email", "other@app.test")],
  ["the address in capitals", (url) => url.searchParams.set("email", "ADA@APP.TEST")],
  ["an operator for an address", (url) => (url.searchParams.delete("email"), url.searchParams.set("email[$ne]", "x"))],
  ["no token", (url) => url.searchParams.delete("token")],
  ["a blank token", (url) => url.searchParams.set("token", " ")],
  ["another token", (url) => url.searchParams.set("token", "0".repeat(64))],
])("rejects a link with %s without using it up (threat 148)", async (_, change) => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const url = new URL(newest().url)
  change(url)
  await browser.get(url.href)
  await confirmMagicLink(browser, url.href)
  expect(await signedInUser(browser)).toBeNull()
  await browser.get(newest().url)
  expect(await signedInUser(browser)).toBe("ada@app.test")
})

test("neither stores nor logs the link's token or the code (threat 150)", async () => {
  const { auth, adapter, newest } = createService({ debug: true })
  const stored: unknown[] = []
  const { createVerificationToken } = adapter
  adapter.createVerificationToken = (row) => (stored.push(row), createVerificationToken(row))
  await requestEmail(cookieClient(auth), "ada@app.test")
  const { token, code = "" } = newest()
  const seen = JSON.stringify([stored, Object.values(quiet).map((method) => method.mock.calls)])
  expect(stored).toHaveLength(1)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(code).toMatch(/^\d{6}$/)
  expect(seen).not.toContain(token)
  expect(stored.map((row) => JSON.stringify(row)).join()).not.toContain(`"${code}"`)
})

test("accepts one of several parallel uses, even if an adapter reads first and deletes later (threat 151)", async () => {
  const { claimOnce: _, transaction: __, ...memory } = MemoryAdapter()
  const rows = new Map<string, VerificationToken>()
  const { auth, newest } = createService({
    adapter: {
      ...memory,
      createVerificationToken(row) {
        rows.set(row.token, row)
        return row
      },
      async useVerificationToken({ token }) {
        const row = rows.get(token) ?? null
        await new Promise((resolve) => setTimeout(resolve, 5))
        rows.delete(token)
        return row
      },
    },
  })
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const copies = Array.from({ length: 5 }, () => cookieClient(auth, new Map(browser.jar)))
  const answers = await Promise.all(copies.map((copy) => copy.get(newest().url)))
  expect(answers.map(rejectedWith).filter((error) => error === null)).toHaveLength(1)
})

test("accepts only the last three links (threat 152)", async () => {
  for (const live of [1, 2, 3]) {
    const { auth, mails } = createService()
    const browser = cookieClient(auth)
    for (let count = 0; count < 5; count++) await requestEmail(browser, "ada@app.test")
    const links = mails.map(({ url }) => url)
    for (const url of links.slice(0, 2)) expect(rejectedWith(await browser.get(url))).toBe("Verification")
    expect(rejectedWith(await browser.get(links.at(-live) ?? ""))).toBeNull()
    expect(await signedInUser(browser)).toBe("ada@app.test")
  }
})

test.each<[string, RequestInit]>([
  ["HEAD", { method: "HEAD" }],
  ["a GET without cookies", {}],
  ["a prefetch", { headers: { "sec-purpose": "prefetch;prerender" } }],
  ["an older prefetch", { headers: { purpose: "prefetch" } }],
])("doesn't use the link up on %s (threat 153)", async (name, init) => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const jar = name.includes("without cookies") ? new Map() : new Map(browser.jar)
  const scanned = await cookieClient(auth, jar).send(newest().url, init)
  expect(scanned.status).toBe(200)
  expect(scanned.headers.getSetCookie().join()).not.toContain(SESSION)
  await browser.get(newest().url)
  expect(await signedInUser(browser)).toBe("ada@app.test")
})

test("shows the account and asks for confirmation if a link is opened in another browser (threat 154)", async () => {
  const { auth, adapter, newest } = createService()
  await requestEmail(cookieClient(auth), "attacker@evil.test")
  const link = newest().url
  const victim = cookieClient(auth)
  await requestEmail(victim, "victim@app.test")
  await victim.get(link) // while it waits for an email of its own, too
  expect(await signedInUser(victim)).toBeNull()
  await victim.get(newest().url)
  const page = await victim.get(link)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain("attacker@evil.test")
  expect(await signedInUser(victim)).toBe("victim@app.test")
  expect(await adapter.getUserByEmail("attacker@evil.test")).toBeNull()
})

test.each(["Your account is locked. Call 555-0100", "ada@app.test, call 555-0100", "<b>ada</b>@app.test"])(
  "shows no text from a made-up link on the page: %s (threat 154)",
  async (email) => {
    const { auth } = createService()
    const answer = await cookieClient(auth).get(`/callback/email?${new URLSearchParams({ token: "x", email })}`)
    expect(rejectedWith(answer)).toBe("Verification")
  },
)

test("signs in with the button on that page, once, even without JavaScript", async () => {
  const { auth, newest } = createService()
  await requestEmail(cookieClient(auth), "ada@app.test", { callbackUrl: "/private" })
  const phone = cookieClient(auth)
  const html = await (await phone.get(newest().url)).text()
  const fields = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>
  const answer = await phone.post("/callback/email", fields)
  expect(answer.headers.get("location")).toBe("https://app.test/private")
  expect(await signedInUser(phone)).toBe("ada@app.test")
  expect(rejectedWith(await confirmMagicLink(cookieClient(auth), newest().url))).toBe("Verification")
})

test("lets another site's page neither request an email nor use a link up (threat 155)", async () => {
  const { auth, mails, newest } = createService()
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
  const browser = cookieClient(auth)
  expect((await requestEmail(browser, "ada@app.test", {}, foreign)).status).toBe(403)
  expect((await cookieClient(auth).post("/signin/email", { email: "ada@app.test" })).status).toBe(302)
  expect(mails).toEqual([])
  await requestEmail(browser, "ada@app.test")
  const fields = Object.fromEntries(new URL(newest().url).searchParams)
  expect(rejectedWith(await browser.post("/callback/email", fields))).toBe("MissingCSRF")
  expect(await signedInUser(browser)).toBeNull()
})

test("sends one address five emails per 15 minutes (threat 156)", async () => {
  const { auth, mails } = createService()
  const answers = []
  for (let count = 0; count < 20; count++) answers.push((await requestEmail(cookieClient(auth), "ada@app.test")).status)
  expect(mails).toHaveLength(5)
  expect(answers.slice(5)).toEqual(Array.from({ length: 15 }, () => 429))
  expect(rejectedWith(await requestEmail(cookieClient(auth), "eve@app.test"))).toBeNull()
  time.now += 15 * MINUTE
  expect(rejectedWith(await requestEmail(cookieClient(auth), "ada@app.test"))).toBeNull()
})

test("leaves no token behind if an email can't be sent (threat 159)", async () => {
  const { auth, adapter } = createService(
    {},
    { sendVerificationRequest: () => Promise.reject(new Error("smtp is down")) },
  )
  const rows: { identifier: string; token: string }[] = []
  const { createVerificationToken } = adapter
  adapter.createVerificationToken = (row) => (rows.push(row), createVerificationToken(row))
  expect(rejectedWith(await requestEmail(cookieClient(auth), "ada@app.test"))).toBe("EmailSignin")
  for (const row of rows) expect(await adapter.useVerificationToken(row)).toBeNull()
  expect(rows).toHaveLength(1)
})

test("sends no email if its token can't be stored (threat 159)", async () => {
  const { auth, adapter, mails } = createService()
  adapter.createVerificationToken = () => {
    throw new Error("the database is down")
  }
  expect(rejectedWith(await requestEmail(cookieClient(auth), "ada@app.test"))).not.toBeNull()
  expect(mails).toEqual([])
})

test("calls the signIn callback when the link is used, and the callback can deny the sign-in (threat 160)", async () => {
  const seen: unknown[] = []
  const blocked = new Set<string>()
  const signIn: NonNullable<AuthConfig["callbacks"]>["signIn"] = ({ user, email }) => {
    seen.push(email)
    return !blocked.has(user.email ?? "")
  }
  const { auth, adapter, newest } = createService({ callbacks: { signIn } })
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  blocked.add("ada@app.test")
  expect(rejectedWith(await browser.get(newest().url))).toBe("AccessDenied")
  expect(seen).toEqual([undefined])
  expect(await signedInUser(browser)).toBeNull()
  expect(await adapter.getUserByEmail("ada@app.test")).toBeNull()
  blocked.clear()
  expect(rejectedWith(await confirmMagicLink(browser, newest().url))).toBe("Verification")
})

test("signs in with the code in the browser that requested it, and voids the link of the same email", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test", { callbackUrl: "/private" })
  const { code = "", url } = newest()
  const fullwidth = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const typed = `${fullwidth.slice(0, 3)}\u2013${code.slice(3)} `
  expect((await submitCode(browser, typed)).headers.get("location")).toBe("https://app.test/private")
  expect(await signedInUser(browser)).toBe("ada@app.test")
  expect(rejectedWith(await confirmMagicLink(cookieClient(auth), url))).toBe("Verification")
})

async function submitCode(browser: Browser, code: string, further: Record<string, string> = {}): Promise<Response> {
  return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), code, ...further })
}

const wrongCode = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, "0")

test("accepts five attempts at a code, after which the link still works", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const { code = "", url } = newest()
  for (let count = 0; count < 5; count++)
    expect(rejectedWith(await submitCode(browser, wrongCode(code)))).toBe("Verification")
  expect(rejectedWith(await submitCode(browser, code))).toBe("Verification")
  expect(await signedInUser(browser)).toBeNull()
  await browser.get(url)
  expect(await signedInUser(browser)).toBe("ada@app.test")
})

test("counts all parallel attempts at a code", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const { code = "" } = newest()
  const tries = Array.from({ length: 20 }, () => submitCode(browser, wrongCode(code)))
  await Promise.all(tries)
  await submitCode(browser, code)
  expect(await signedInUser(browser)).toBeNull()
})

test("accepts a code for ten minutes, for its address, in the browser that requested it", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const { code = "" } = newest()
  const other = cookieClient(auth)
  await submitCode(other, code)
  await submitCode(other, code, { email: "ada@app.test" })
  expect(await signedInUser(other)).toBeNull()
  await requestEmail(other, "eve@app.test")
  await submitCode(other, code, { email: "ada@app.test" })
  expect(await signedInUser(other)).not.toBe("ada@app.test")
  time.now += 10 * MINUTE
  await submitCode(browser, code)
  expect(await signedInUser(browser)).toBeNull()
})

test("never accepts a code again after too many attempts, even the next day", async () => {
  const { auth, newest } = createService()
  const browser = cookieClient(auth)
  time.now = Date.UTC(2026, 0, 1, 23, 55)
  await requestEmail(browser, "ada@app.test")
  const { code = "" } = newest()
  for (let count = 0; count < 6; count++) await submitCode(browser, wrongCode(code))
  time.now += 6 * MINUTE
  await submitCode(browser, code)
  expect(await signedInUser(browser)).toBeNull()
})

test("accepts a code only at the provider that sent it", async () => {
  const codes: string[] = []
  const sendVerificationRequest = ({ code = "" }: VerificationRequest) => void codes.push(code)
  const email: EmailConfig = { id: "email", name: "Email", type: "email", sendsCode: true, sendVerificationRequest }
  const { auth } = createService({ providers: [email, { ...email, id: "second" }] })
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  const fields = { csrfToken: await browser.csrfToken(), code: codes.at(-1) ?? "" }
  expect(rejectedWith(await browser.post("/callback/second", fields))).toBe("Verification")
  expect(await signedInUser(browser)).toBeNull()
  await browser.post("/callback/email", fields)
  expect(await signedInUser(browser)).toBe("ada@app.test")
})

test("accepts twenty attempts at codes per address and day, however many emails are requested", async () => {
  const { auth, newest } = createService()
  for (let mails = 0; mails < 5; mails++) {
    const attacker = cookieClient(auth)
    await requestEmail(attacker, "victim@app.test")
    for (let count = 0; count < 4; count++) await submitCode(attacker, wrongCode(newest().code ?? ""))
  }
  time.now += 15 * MINUTE
  const attacker = cookieClient(auth)
  await requestEmail(attacker, "victim@app.test")
  await submitCode(attacker, newest().code ?? "")
  expect(await signedInUser(attacker)).toBeNull()
})

test.each(["ada@app.test", "ada@app.test#1"])(
  "rejects a code as a link to %s, where its attempts wouldn't be counted",
  async (email) => {
    const { auth, newest } = createService()
    const browser = cookieClient(auth)
    await requestEmail(browser, "ada@app.test")
    const query = new URLSearchParams({ email, token: newest().code ?? "" })
    await confirmMagicLink(browser, `https://app.test/auth/callback/email?${query}`)
    expect(await signedInUser(browser)).toBeNull()
  },
)

test("accepts a link after the secret is rotated, until the old secret is removed (threat 184)", async () => {
  const [old, fresh] = ["o".repeat(32), "n".repeat(32)]
  const { auth, adapter, mails } = createService({ secret: old })
  const browser = cookieClient(auth)
  const links = []
  for (const email of ["ada@app.test", "eve@app.test"]) {
    await requestEmail(browser, email)
    links.push(mails.at(-1)?.url ?? "")
  }
  const removed = cookieClient(createService({ secret: fresh, adapter }).auth)
  expect(rejectedWith(await confirmMagicLink(removed, links[0] ?? ""))).toBe("Verification")
  const rotated = cookieClient(createService({ secret: [fresh, old], adapter }).auth)
  expect(rejectedWith(await confirmMagicLink(rotated, links[1] ?? ""))).toBeNull()
})

test.each<[string, (user: AdapterUser) => AdapterUser]>([
  ["looks like it", (user) => ({ ...user, email: "victim@exámple.com" })],
  ["has no address", (user) => ({ ...user, email: "" })],
])("signs no user in if a database returns a user whose address only %s (threat 141)", async (_, tamper) => {
  const { auth, adapter, newest } = createService()
  const victim = await adapter.createUser({ id: "victim", email: "victim@example.com", emailVerified: new Date(1) })
  Reflect.deleteProperty(adapter, "transaction") // a transaction would replace the functions below
  adapter.getUserByEmail = () => tamper(victim)
  const browser = cookieClient(auth)
  await requestEmail(browser, "victim@xn--exmple-qta.test")
  await browser.get(newest().url)
  expect(await adapter.listSessions("victim")).toEqual([])
})

test("signs no user in if a database redeems another address's token (threat 273)", async () => {
  const { auth, adapter, newest } = createService()
  const { useVerificationToken } = adapter
  adapter.useVerificationToken = async (key) => {
    const row = await useVerificationToken(key)
    return row && { ...row, identifier: "victim@app.test" }
  }
  const browser = cookieClient(auth)
  await requestEmail(browser, "ada@app.test")
  expect(rejectedWith(await browser.get(newest().url))).toBe("Verification")
})
