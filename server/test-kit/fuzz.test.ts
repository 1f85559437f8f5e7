import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { Credentials, Passkey } from "../providers/index.ts"
import type { EmailConfig, OIDCConfig, VerificationRequest } from "../providers/types.ts"
import { softAuthenticator } from "./authenticator.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { randomNonsense, randomClaims, randomTarget, withRandomCookies } from "./hostile.ts"
import { createChance, MARKUP, mutateDraft, type Chance, type Draft } from "./mutations.ts"
import { cookieClient } from "../testing/cookie-client.ts"

/**
 * The whole run is `LATCHKIT_FUZZ=100000`, with other requests each time. Run a failed seed again with `LATCHKIT_FUZZ_SEED`.
 * `npm test` sends the same requests each time, so that luck neither fails it nor hides a fault.
 */
const MANY = process.env["LATCHKIT_FUZZ"]
const REQUESTS = Number(MANY ?? 8000)
const SEED = Number(process.env["LATCHKIT_FUZZ_SEED"] ?? (MANY ? Date.now() % 2 ** 31 : 1))
const ORIGIN = "https://app.test"
const PASSWORD = { username: "ada", password: "lovelace" }

type Browser = ReturnType<typeof cookieClient>

/** The signIn callback's decision in the current request, and whether a user signed in. */
interface Decision {
  asked: boolean
  allowed: boolean
  entered: boolean
}

/** Returns callbacks of an app that often return nonsense. */
function randomCallbacks(chance: Chance, decision: Decision): NonNullable<AuthConfig["callbacks"]> {
  const odd = <Params, Result>(
    usual: (params: Params) => Result,
    other: (chance: Chance) => unknown = randomNonsense,
  ) => ((params: Params) => (chance.happens(0.3) ? other(chance) : usual(params))) as (params: Params) => Result // an app without types can pass this
  return {
    signIn: async (params) => {
      decision.asked = true
      decision.allowed = false
      const answer = await odd<typeof params, boolean | string>(() => true, randomTarget)(params)
      decision.allowed = answer === true
      return answer
    },
    jwt: odd(({ token }) => token),
    session: odd(({ session }) => session),
    redirect: odd(({ url, baseUrl }) => (url.startsWith("/") ? baseUrl + url : baseUrl), randomTarget),
    lifetime: odd(() => undefined),
  }
}

async function createService(strategy: "jwt" | "database", odd?: Chance) {
  const decision: Decision = { asked: false, allowed: false, entered: false }
  const linked: unknown[] = []
  const issuer = await fakeIssuer()
  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "ada", name: "Ada", email: "lovelace@app.test", emailVerified: null })
  const entered = new Set<string>()
  const mails: VerificationRequest[] = []
  const acme: OIDCConfig = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: issuer.issuer,
    clientId: "client",
    clientSecret: "secret",
  }
  const email: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendsCode: true,
    sendVerificationRequest: (mail) => void mails.splice(0, mails.length, mail),
  }
  const credentials = Credentials({
    credentials: { username: { label: "Name" }, password: { type: "password" } },
    authorize: ({ username, password }) =>
      username === PASSWORD.username && password === PASSWORD.password ? ada : null,
  })
  const logger = { error: vi.fn(), warn: vi.fn(), debug: () => undefined }
  const auth = createAuth(
    {
      providers: [acme, email, credentials, Passkey()],
      adapter,
      ...(odd && { callbacks: randomCallbacks(odd, decision) }),
      events: {
        signIn: ({ account }) => {
          decision.entered = true
          entered.add(account?.provider ?? "")
        },
        linkAccount: ({ account }) => void linked.push(account.providerAccountId),
      },
      secret: "s".repeat(32),
      session: { strategy },
      rateLimit: false,
      fetch: issuer.fetch,
      logger,
    },
    { env: { AUTH_URL: `${ORIGIN}/auth` } },
  )
  return { auth, issuer, mails, entered, decision, linked }
}

type Service = Awaited<ReturnType<typeof createService>>

/** The steps of a user. Every request is changed on its way, and a response may be of any kind. */
interface FuzzContext extends Pick<Service, "issuer" | "mails"> {
  browser: Browser
  csrfToken: string
  authenticator: ReturnType<typeof softAuthenticator>
  /** Sends a request unchanged, as an attacker who prepares an attack would. */
  ask(path: string): Promise<unknown>
  chance: Chance
}

type Options = Parameters<ReturnType<typeof softAuthenticator>["create"]>[0] &
  Parameters<ReturnType<typeof softAuthenticator>["get"]>[0]

async function optionsFor({ ask }: FuzzContext, action: string): Promise<Options | undefined> {
  const answer = (await ask(`/webauthn-options/passkey?action=${action}`)) as { options?: Options } // the shape of the response
  return answer.options
}

const STEPS: [(visiting: FuzzContext) => Promise<unknown>, ...((visiting: FuzzContext) => Promise<unknown>)[]] = [
  ({ browser }) => browser.get("/session"),
  ({ browser }) => browser.get("/account"),
  ({ browser }) => browser.get("/csrf"),
  ({ browser }) => browser.get("/providers"),
  ({ browser }) => browser.get("/signin?callbackUrl=/somewhere&error=CredentialsSignin&code=credentials"),
  ({ browser }) => browser.get("/error?error=Configuration"),
  ({ browser }) => browser.get("/signout"),
  ({ browser }) => browser.get("/verify-request?provider=email&type=email"),
  ({ browser }) => browser.get("/popup?attempt=0123456789abcdef&error=AccessDenied&callbackUrl=/draft"),
  ({ browser }) => browser.get("/assets/auth.css"),
  ({ browser }) => browser.get("/webauthn-options/passkey?action=register"),
  ({ browser, csrfToken }) => browser.post("/signout", { csrfToken, callbackUrl: "/bye" }),
  ({ browser, csrfToken }) => browser.postJson("/session", { csrfToken, data: { user: { name: "Eve" } } }),
  ({ browser, csrfToken, chance }) => {
    const change = chance.pick([
      "unlink",
      "rename-passkey",
      "remove-passkey",
      "revoke-session",
      "revoke-other-sessions",
    ])
    return browser.postJson("/account", { csrfToken, change, id: "x", name: "Key" })
  },
  ({ browser, csrfToken }) => browser.post("/callback/credentials", { csrfToken, ...PASSWORD, callbackUrl: "/home" }),
  ({ browser, csrfToken }) => browser.post("/signin/email", { csrfToken, email: "ada@app.test", callbackUrl: "/home" }),
  ({ browser, mails }) => browser.get(mails.at(-1)?.url ?? "/callback/email"),
  ({ browser, csrfToken, mails }) =>
    browser.post("/callback/email", { csrfToken, code: mails.at(-1)?.code ?? "000000" }),
  ({ browser, csrfToken, mails }) =>
    browser.post("/callback/email", {
      csrfToken,
      ...Object.fromEntries(new URL(mails.at(-1)?.url ?? ORIGIN).searchParams),
    }),
  async ({ browser, csrfToken, issuer, chance }) => {
    const answer = await browser.post("/signin/acme?prompt=login", { csrfToken, callbackUrl: "/home" })
    const { href } = new URL(answer.headers.get("location") ?? "/", ORIGIN)
    await browser.get(
      `/callback/acme?${issuer.authorize(href, chance.happens(0.3) ? randomClaims(chance) : undefined)}`,
    )
  },
  async (visiting) => {
    const { browser, csrfToken, authenticator } = visiting
    const options = await optionsFor(visiting, "register")
    if (options?.user)
      await browser.post("/callback/passkey", { csrfToken, action: "register", data: authenticator.create(options) })
  },
  async (visiting) => {
    const { browser, csrfToken, authenticator } = visiting
    const options = await optionsFor(visiting, "authenticate")
    if (!options || authenticator.held.length === 0) return
    await browser.post("/callback/passkey", { csrfToken, action: "authenticate", data: authenticator.get(options) })
  },
]

async function toDraft(request: Request): Promise<Draft> {
  const { method, url } = request
  return { method, url, headers: [...request.headers], body: (await request.text()) || undefined }
}

/** Returns the request, or null if the platform's own parser would have rejected it. */
function toRequest({ method, url, headers, body }: Draft): Request | null {
  const bodiless = body === undefined || method === "GET" || method === "HEAD"
  try {
    return new Request(url, { method, headers, ...(!bodiless && { body }) })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function leadsAway(location: string | null): boolean {
  if (location === null) return true
  const { origin, href } = new URL(location, ORIGIN)
  return origin === ORIGIN || href.startsWith("https://issuer.test/authorize?")
}

/** The error page reports a configuration error with its status too. */
const ERROR_PAGE = /^https:\/\/[^/]+\/auth\/error(?:\?|$)/

/** The users that exist. No session may belong to any other user. */
const USERS: ReadonlySet<unknown> = new Set(["lovelace@app.test", "ada@app.test", "ada@example.com", "bo@example.com"])

/** Returns what is wrong with the session in a response, or undefined. */
function sessionFault(url: string, session: unknown): string | undefined {
  if (!new URL(url).pathname.endsWith("/auth/session") || session === null) return undefined
  const { user, expires } = Object(session) as { user?: { email?: unknown }; expires?: unknown } // any JSON
  if (typeof expires !== "string" || !(Date.parse(expires) > Date.now())) return `a session until ${String(expires)}`
  return USERS.has(user?.email) || isMadeUp(user?.email) ? undefined : `a session of ${JSON.stringify(user)}`
}

// A provider's odd claims and changed forms create users with odd addresses
const isMadeUp = (email: unknown) =>
  email === undefined || email === null || (typeof email === "string" && email.length <= 254)

/** Returns what is wrong with a response, in a word, or undefined. */
async function responseFault(url: string, response: Response): Promise<string | undefined> {
  const text = await response.text()
  const type = response.headers.get("content-type") ?? ""
  const isJson = type.includes("json") && text !== ""
  if (response.status >= 500 && response.status !== 503 && !ERROR_PAGE.test(url)) return `status ${response.status}`
  if (!leadsAway(response.headers.get("location"))) return `led to ${response.headers.get("location")}`
  if (isJson) {
    const json: unknown = JSON.parse(text)
    const target: unknown = typeof json === "object" && json !== null ? Reflect.get(json, "url") : undefined
    if (typeof target === "string" && !leadsAway(target)) return `led to ${target}`
    const wrong = response.status === 200 && sessionFault(url, json)
    if (wrong) return wrong
  }
  return type.includes("html") && text.includes(MARKUP) ? "markup" : undefined
}

const RESPONSE_TIMEOUT = 10_000

/** Rejects if a response takes too long. */
async function withTimeout(response: Promise<Response>): Promise<Response> {
  const limit: { timer?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    limit.timer = setTimeout(() => reject(new Error("The service hangs")), RESPONSE_TIMEOUT)
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(limit.timer)
  }
}

/** Returns the cookies of an attacker's browser in the middle of several sign-ins, to set from a sibling host. */
async function attackersCookies(auth: Service["auth"]): Promise<(readonly [string, string])[]> {
  const eve = cookieClient(auth)
  const csrfToken = await eve.csrfToken()
  await eve.post("/signin/acme", { csrfToken })
  await eve.post("/signin/email", { csrfToken, email: "ada@app.test" })
  await eve.get("/webauthn-options/passkey?action=authenticate")
  await eve.signInWith("credentials", PASSWORD)
  return [...eve.jar].map(([name, { value }]) => [name, value] as const)
}

const SIGN_IN_METHODS = ["acme", "credentials", "email", "passkey"]

/**
 * Runs users until `requests` of their requests were changed, and until each method signed a user in. That may take
 * some more requests, because callbacks deny most sign-ins. Returns what went wrong.
 */
async function fuzz({ auth, issuer, mails, decision, entered }: Service, requests: number, chance: Chance) {
  const faults: { fault: string; draft: Draft }[] = []
  const sent = { requests: 0 }
  const statuses = new Map<number, number>()
  const theirs: { cookies: (readonly [string, string])[] } = { cookies: [] }
  const handle = async (request: Request): Promise<Response> => {
    if (chance.happens(0.2)) return auth.handle(request) // so that later requests reach the code behind this one
    const drafted = await toDraft(request)
    const tosses = chance.happens(0.3)
    const changedDraft = tosses && chance.happens(0.5) ? drafted : mutateDraft(drafted, chance)
    const draft = tosses ? withRandomCookies(changedDraft, theirs.cookies, chance) : changedDraft
    const changed = toRequest(draft)
    if (!changed) return new Response(null, { status: 400 })
    sent.requests++
    Object.assign(decision, { asked: false, allowed: false, entered: false })
    const response = await withTimeout(auth.handle(changed))
    if (decision.entered && decision.asked && !decision.allowed)
      faults.push({ fault: "signed in though denied", draft })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const found = await responseFault(changed.url, response.clone())
    if (found) faults.push({ fault: found, draft })
    return response
  }
  const isUnfinished = () =>
    sent.requests < requests || (entered.size < SIGN_IN_METHODS.length && sent.requests < 10 * requests)
  while (isUnfinished() && faults.length === 0) {
    theirs.cookies = [...theirs.cookies, ...(await attackersCookies(auth))].slice(-40)
    const jar: Browser["jar"] = new Map()
    const whole = cookieClient(auth, jar)
    if (chance.happens(0.6)) await whole.signInWith("credentials", PASSWORD)
    const ask = async (path: string) => (await whole.get(path)).json() as Promise<unknown>
    const visiting = {
      browser: cookieClient({ handle }, jar),
      authenticator: softAuthenticator(),
      ask,
      chance,
      issuer,
      mails,
    }
    for (let step = 0; step < 40; step++) {
      await chance.pick(STEPS)({ ...visiting, csrfToken: await whole.csrfToken() }) // it changes after a sign-in
    }
  }
  return { faults, statuses, sent: sent.requests }
}

test.each(["jwt", "database"] as const)(
  `handles ${REQUESTS / 4} hostile requests correctly if callbacks return nonsense: %s sessions`,
  async (strategy) => {
    const chance = createChance(SEED + 1)
    const own = await createService(strategy, chance)
    const { faults, sent } = await fuzz(own, REQUESTS / 4, chance)
    expect(faults, `LATCHKIT_FUZZ_SEED=${SEED}`).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(REQUESTS / 4)
    expect([...own.entered].sort()).toEqual(SIGN_IN_METHODS)
    for (const id of own.linked) expect(["", "undefined", "null", "NaN", "[object Object]"]).not.toContain(id)
    expect(own.linked.every((id) => typeof id === "string")).toBe(true)
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  },
  600_000,
)

test.each(["jwt", "database"] as const)(
  `handles ${REQUESTS / 4} hostile requests correctly and keeps running: %s sessions`,
  async (strategy) => {
    const own = await createService(strategy)
    const { faults, sent, statuses } = await fuzz(own, REQUESTS / 4, createChance(SEED))
    expect(faults, `LATCHKIT_FUZZ_SEED=${SEED}`).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(REQUESTS / 4)
    // If no request passes, the run tests nothing
    for (const status of [200, 302, 400, 403, 404, 405, 413, 415])
      expect(statuses.get(status), String(status)).toBeGreaterThan(5)
    expect([...own.entered].sort()).toEqual(SIGN_IN_METHODS)
    expect(Reflect.get({}, "polluted")).toBeUndefined()

    const browser = cookieClient(own.auth)
    await browser.signInWith("credentials", PASSWORD)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
    const other = cookieClient(own.auth)
    const started = await other.post("/signin/acme", { csrfToken: await other.csrfToken() })
    await other.get(
      `/callback/acme?${own.issuer.authorize(started.headers.get("location") ?? "", { sub: "9", name: "Bo" })}`,
    )
    expect(await (await other.get("/session")).json()).toMatchObject({ user: { name: "Bo" } })
  },
  600_000,
)
