import { describe, expect, test, vi } from "vitest"
import { RateLimiterMemory } from "rate-limiter-flexible"
import type { CredentialField } from "../../../client/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../auth.ts"
import type { AuthConfig } from "../../config/types.ts"
import { oauthService } from "../../testing/oauth-service.ts"
import { passkeyService } from "../../testing/passkey-service.ts"
import { ADA, passwordConfig } from "../../testing/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { toNetwork } from "../../http/client-address.ts"
import type { RateLimitOptions } from "../../config/rate-limits.ts"

const SITE = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
const WRONG = { ...ADA, password: "wrong" }
const SESSION = "__Host-latchkit.session-token"

interface ServiceInput {
  config?: Partial<AuthConfig>
  rateLimit?: RateLimitOptions | false
  env?: Record<string, string>
  /** Fields of the form besides the password. */
  fields?: Record<string, CredentialField>
  /** False for a provider without `credentials`. */
  declared?: boolean
}

/** Creates an auth instance whose users each have an address, and records what reached `authorize`. */
function createService({ config = {}, rateLimit, env = SITE, fields, declared = true }: ServiceInput = {}) {
  const time = { now: Date.parse("2026-01-01T00:00:00Z") }
  const authorize = vi.fn(({ username, password }: { username?: string; password?: string }) =>
    username === ADA.username && password === ADA.password ? { id: "1", email: "ada@example.com" } : null,
  )
  const warn = vi.fn()
  const error = vi.fn()
  const { providers, ...rest } = passwordConfig({
    clock: () => time.now,
    logger: { warn, error, debug: () => undefined },
    ...(rateLimit !== undefined && { rateLimit }),
    ...config,
  })
  const credentials = !declared ? {} : fields && { ...fields, password: { type: "password" } }
  const counted = providers.map(
    (provider) => ({ ...provider, authorize, ...(credentials && { credentials }) }) as (typeof providers)[number],
  )
  const auth = createAuth({ ...rest, providers: counted }, { env })
  const from = (address: string | undefined, jar?: CookieJarMap, headers: HeadersInit = {}) => {
    const handle = (request: Request) => auth.handle(request, { address })
    const browser = cookieClient({ handle }, jar)
    return {
      ...browser,
      try: (fields: Record<string, string> = WRONG) => browser.signInWith("credentials", fields, headers),
    }
  }
  return { auth, authorize, from, time, warn, error, later: (seconds: number) => (time.now += seconds * 1000) }
}

const collectStatuses = async (times: number, act: () => Promise<Response>) => {
  const answers = await Promise.all(Array.from({ length: times }, act))
  return answers.map(({ status }) => status)
}
const countRejected = (answers: number[]) => answers.filter((status) => status === 429).length

describe("an attacker who guesses passwords (threat 171)", () => {
  test("gets twenty attempts at one user from one address, parallel ones included, and then a 429 page", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    await eve.csrfToken()
    expect(countRejected(await collectStatuses(1000, () => eve.try()))).toBe(980)
    expect(authorize).toHaveBeenCalledTimes(20)
    const answer = await eve.try()
    expect(answer.headers.get("retry-after")).toBe("900")
    const page = await answer.text()
    expect(page).toContain("Too many attempts")
    expect(page).toContain('role="alert"')
  })

  test("gets a 429 in JSON as well", async () => {
    const { from } = createService({ rateLimit: { limits: { credentialsFor: { points: 1, seconds: 60 } } } })
    const eve = from("203.0.113.7", undefined, { "x-auth-return-redirect": "1" })
    await eve.try()
    const answer = await eve.try()
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      429,
      "60",
      { url: "https://app.test/auth/signin?error=RateLimited", error: "RateLimited" },
    ])
  })

  test("can try again when the window is over", async () => {
    const { from, later } = createService()
    const eve = from("203.0.113.7")
    await collectStatuses(21, () => eve.try())
    later(900)
    expect((await eve.try()).status).toBe(302)
  })

  test("gains nothing from a successful sign-in of their own in between", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    for (let round = 0; round < 12; round++) {
      await collectStatuses(9, () => eve.try({ username: `user-${round}`, password: "x" }))
      await eve.try({ username: "eve", password: "x" })
    }
    expect(authorize).toHaveBeenCalledTimes(100)
  })

  test("gains nothing from other spellings of the name", async () => {
    const { from, authorize } = createService()
    const spellings = ["ada", "Ada", " ADA ", "ａｄａ", "àdá", "a\u0300d\u0323a", "a\u200bda", "ad\u00ada\u0000"]
    for (const username of spellings)
      await collectStatuses(5, () => from("203.0.113.7").try({ username, password: "x" }))
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("gains nothing from invisible characters, however many come before the name", async () => {
    const { from, authorize } = createService()
    const spellings = [0, 253, 254, 255, 256].map((length) => `${"\u200b".repeat(length)}ada`)
    for (const username of spellings)
      await collectStatuses(5, () => from("203.0.113.7").try({ username, password: "x" }))
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is one client in the whole IPv6 /64 (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let host = 1; host <= 40; host++) await from(`2001:db8:1:2::${host.toString(16)}`).try()
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is the same client whatever X-Forwarded-For they send (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let turn = 0; turn < 40; turn++) {
      await from("203.0.113.7", undefined, { "x-forwarded-for": `198.51.100.${turn}` }).try()
    }
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is the client of the first trusted proxy (threat 268)", async () => {
    const { from, authorize } = createService({ rateLimit: { trustedProxies: 2 } })
    for (let turn = 0; turn < 40; turn++) {
      const forwarded = `198.51.100.${turn}, 203.0.113.7, 10.0.0.2`
      await from("10.0.0.1", undefined, { "x-forwarded-for": forwarded }).try()
    }
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is counted by the connection's address if the request bypassed the proxy (threat 268)", async () => {
    const { from, authorize } = createService({ rateLimit: { trustedProxies: 1 } })
    for (let turn = 0; turn < 120; turn++) {
      const username = `user-${turn}`
      await from("203.0.113.7").try({ username, password: "wrong" })
      await from("203.0.113.7", undefined, { "x-forwarded-for": turn % 2 ? " , " : "unknown" }).try({
        username,
        password: "wrong",
      })
    }
    expect(authorize).toHaveBeenCalledTimes(100)
  })

  test("is limited by user if no address is known (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let turn = 0; turn < 60; turn++) await from(undefined).try()
    expect(authorize).toHaveBeenCalledTimes(50)
  })

  test("gets fifty attempts an hour from many addresses", async () => {
    const { from, authorize } = createService()
    for (let host = 1; host <= 120; host++) await from(`203.0.113.${host}`).try()
    expect(authorize).toHaveBeenCalledTimes(50)
  })

  test("gains nothing from a second name beside the one that they try", async () => {
    const { from, authorize } = createService({ fields: { username: {}, email: { type: "email" } } })
    const email = "ada@example.com"
    for (let turn = 0; turn < 80; turn++) {
      await from(`203.0.113.${turn}`).try({ username: `user-${turn}`, email, password: "wrong" })
    }
    expect(authorize).toHaveBeenCalledTimes(50)
    // The limit also applies in a browser where the user signed in under another name
    const eve = from("198.51.100.1")
    await eve.try({ ...ADA, email: "eve@example.com" })
    eve.jar.delete(SESSION)
    expect((await eve.try({ ...ADA, email, password: "wrong" })).status).toBe(429)
  })

  test.each<[string, (turn: number) => Record<string, string>]>([
    ["a name", (turn) => ({ user: `junk-${turn}` })],
    ["another field", (turn) => ({ [`a${turn}`]: "x" })],
    ["fields of Latchkit's own forms", (turn) => ({ providerId: `${turn}`, popup: "x", asked: "x", options: "x" })],
    ["many fields", (turn) => Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`f${index}`, `${turn}`]))],
  ])("gains nothing from %s before the field that an undeclared form is looked up by", async (_, junk) => {
    const { from, authorize } = createService({ declared: false })
    for (let turn = 0; turn < 60; turn++)
      await from(`203.0.113.${turn}`).try({ ...junk(turn), nick: "ada", password: "wrong" })
    expect(authorize).toHaveBeenCalledTimes(50)
    expect(authorize).toHaveBeenLastCalledWith(expect.objectContaining({ nick: "ada" }), expect.anything())
  })

  test("locks no other user out by a field of an undeclared form that many users share", async () => {
    const { from } = createService({ declared: false })
    const shared = { locale: "en", tenant: "acme", terms: "on", newsletter: "true" }
    for (let turn = 0; turn < 60; turn++)
      await from(`203.0.113.${turn}`).try({ ...shared, nick: `nick-${turn}`, password: "wrong" })
    expect((await from("198.51.100.1").try({ ...shared, ...ADA })).status).toBe(302)
  })

  test("locks no other user of the same company out", async () => {
    const { from } = createService({ fields: { company: {}, username: {} } })
    const company = "acme"
    for (let turn = 0; turn < 60; turn++) {
      await from(`203.0.113.${turn}`).try({ company, username: `user-${turn}`, password: "wrong" })
    }
    expect((await from("198.51.100.1").try({ company, ...ADA })).status).toBe(302)
  })

  test("locks no browser out in which the user's password was right before", async () => {
    const { from, later } = createService()
    const owner = from("192.0.2.1")
    await owner.try(ADA)
    owner.jar.delete(SESSION)
    for (let host = 1; host <= 60; host++) await from(`203.0.113.${host}`).try()
    const stranger = from("198.51.100.1")
    expect((await stranger.try(ADA)).status).toBe(429)
    expect((await owner.try(ADA)).status).toBe(302)
    expect(owner.cookie(SESSION)).toBeDefined()
    later(3600)
    expect((await stranger.try(ADA)).status).toBe(302)
  })

  test("can't make their browser known for another user with a name that ends in theirs", async () => {
    const { authorize, from } = createService({
      rateLimit: { limits: { credentialsAnywhere: { points: 1, seconds: 3600 } } },
    })
    authorize.mockImplementation(({ username }) =>
      username?.includes("|") ? { id: "2", email: "eve@evil.test" } : null,
    )
    const eve = from(undefined)
    await eve.signInWith("credentials", { username: "eve|credentials|ada", password: "x" })
    const { value = "" } = eve.cookie("__Host-latchkit.known") ?? {}
    eve.jar.set("__Host-latchkit.known", { value: value.replace(".", "|credentials|eve.") })
    expect(countRejected(await collectStatuses(3, () => eve.try()))).toBe(2)
  })

  test("can't make their browser known for another user, or for more attempts than any browser", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    await eve.try(ADA)
    authorize.mockClear()
    await collectStatuses(50, () => eve.try())
    expect(authorize).toHaveBeenCalledTimes(20)
    const forged = new Map(eve.jar) as CookieJarMap
    forged.set("__Host-latchkit.known", { value: `${"0".repeat(32)}.${"0".repeat(64)}` })
    await from("203.0.113.7", forged).try()
    expect(authorize).toHaveBeenCalledTimes(21)
  })
})

describe("the app's own forms", () => {
  test("are counted like Latchkit's own (threat 171)", async () => {
    const { auth, authorize } = createService()
    const attempts = Array.from({ length: 60 }, () =>
      auth
        .signIn({ headers: {}, address: "203.0.113.7" }, "credentials", { fields: WRONG })
        .catch((error: unknown) => error),
    )
    const types = (await Promise.all(attempts)).map((error) => (error as { type?: string }).type)
    expect(types.filter((type) => type === "RateLimited")).toHaveLength(40)
    expect(authorize).toHaveBeenCalledTimes(20)
  })
})

describe("attempts are counted", () => {
  test("in the adapter, for all instances", async () => {
    const adapter = MemoryAdapter()
    const config = { adapter, session: { strategy: "jwt" as const } }
    const instances = [createService({ config }), createService({ config })]
    for (let turn = 0; turn < 40; turn++) await instances[turn % 2]?.from("203.0.113.7").try()
    expect(instances.reduce((sum, { authorize }) => sum + authorize.mock.calls.length, 0)).toBe(20)
  })

  test("in a limiter from rate-limiter-flexible", async () => {
    const shared = new Map<string, RateLimiterMemory>()
    const store: RateLimitOptions["store"] = ({ keyPrefix, points, duration }) => {
      const limiter = shared.get(keyPrefix) ?? new RateLimiterMemory({ keyPrefix, points, duration })
      shared.set(keyPrefix, limiter)
      return limiter
    }
    const instances = [createService({ rateLimit: { store } }), createService({ rateLimit: { store } })]
    for (let turn = 0; turn < 40; turn++) await instances[turn % 2]?.from("203.0.113.7").try()
    expect(instances.reduce((sum, { authorize }) => sum + authorize.mock.calls.length, 0)).toBe(20)
    expect([...shared.keys()].sort()).toEqual([
      "latchkit:credentials",
      "latchkit:credentialsAnywhere",
      "latchkit:credentialsFor",
    ])
  })

  test("in another of the app's limiters, if the connection of the first ended with its request", async () => {
    const counted: string[] = []
    const made: number[] = []
    const store: RateLimitOptions["store"] = () => {
      const limiter = { request: made.length, uses: 0 }
      made.push(limiter.request)
      return {
        consume: async (key) => {
          if (++limiter.uses > 1) throw new Error("The connection was closed")
          counted.push(key)
        },
      }
    }
    const { from, authorize, error } = createService({ rateLimit: { store } })
    for (let turn = 0; turn < 5; turn++) await from("203.0.113.7").try()
    expect(authorize).toHaveBeenCalledTimes(5)
    expect(counted).toHaveLength(5 * 3)
    expect(error).not.toHaveBeenCalledWith(expect.objectContaining({ type: "AdapterError" }))
  })

  test.each<[string, ServiceInput]>([
    [
      "the adapter",
      {
        config: {
          adapter: { ...MemoryAdapter(), increment: () => Promise.reject(new Error("gone")) },
          session: { strategy: "jwt" },
        },
      },
    ],
    ["the store", { rateLimit: { store: () => ({ consume: () => Promise.reject(new Error("gone")) }) } }],
  ])("in this process when %s doesn't respond, so that the limit still applies (threat 171)", async (_, given) => {
    // prettier-ignore
    const { from, authorize, error, later } = createService(given)
    await collectStatuses(60, () => from("203.0.113.7").try())
    expect(authorize).toHaveBeenCalledTimes(20)
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ type: "AdapterError" }))
    later(3600) // the limit also ends
    await from("203.0.113.7").try()
    expect(authorize).toHaveBeenCalledTimes(21)
  })

  test("with one log line per window, not per attempt", async () => {
    const { from, warn } = createService()
    await collectStatuses(200, () => from("203.0.113.7").try())
    expect(warn.mock.calls.filter(([code]) => code === "rate-limited").length).toBeLessThanOrEqual(2)
  })
})

test("limits one address to thirty emails per 15 minutes, regardless of the recipients (threat 156)", async () => {
  const sendVerificationRequest = vi.fn()
  const mail = { id: "email", name: "Email", type: "email", sendVerificationRequest } as const
  const { from } = createService({ config: { providers: [mail], adapter: MemoryAdapter() } })
  const eve = from("203.0.113.7")
  const csrfToken = await eve.csrfToken()
  const ask = (turn: number) => eve.post("/signin/email", { csrfToken, email: `user-${turn}@app.test` })
  const answers: number[] = []
  for (let turn = 0; turn < 100; turn++) answers.push((await ask(turn)).status)
  expect(countRejected(answers)).toBe(70)
})

test("limits sign-ins started at identity providers by address alone", async () => {
  const { auth } = await oauthService({ rateLimit: { limits: { signIn: { points: 3, seconds: 60 } } } })
  const started = async (address: string | undefined) => {
    const browser = cookieClient({ handle: (request) => auth.handle(request, { address }) })
    const csrfToken = await browser.csrfToken()
    return countRejected(await collectStatuses(5, () => browser.post("/signin/acme", { csrfToken })))
  }
  expect(await started("203.0.113.7")).toBe(2)
  expect(await started("203.0.113.8")).toBe(2)
  expect(await started(undefined)).toBe(0)
})

test("limits passkey ceremonies by address", async () => {
  const { auth } = await passkeyService({ rateLimit: { limits: { passkey: { points: 3, seconds: 60 } } } })
  const options = new Request("https://app.test/auth/webauthn-options/passkey?action=authenticate")
  const answers = await collectStatuses(5, () => auth.handle(options.clone(), { address: "203.0.113.7" }))
  expect(countRejected(answers)).toBe(2)
})

test("is off in development, and if the app turns it off", async () => {
  for (const given of [{ env: { ...SITE, NODE_ENV: "development" } }, { rateLimit: false as const }]) {
    const { from } = createService(given)
    expect(countRejected(await collectStatuses(60, () => from("203.0.113.7").try()))).toBe(0)
  }
})

test.each([
  [{ trustedProxies: -1 }, "trustedProxies"],
  [{ limits: { code: { points: 0, seconds: 1 } } }, "rateLimit.limits.code"],
])("reports an invalid limit as a configuration problem: %j", async (rateLimit, said) => {
  const { from, error } = createService({ rateLimit })
  expect((await from(undefined).get("/session")).status).toBe(500)
  expect(error.mock.calls.join()).toContain(said)
})

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:DB8:0:1::9", "2001:db8:0:1::/64"],
  ["[2001:db8::1]:4711", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", undefined],
  ["", undefined],
  ["2001:db8::1, 10.0.0.1", undefined],
])("maps the address %j to the network %j", (address, network) => expect(toNetwork(address)).toBe(network))
