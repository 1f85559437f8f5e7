import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { ServiceOptions } from "../config/service-options.ts"
import type { AuthConfig } from "../../service/config.ts"
import { NextAuth } from "../../integrations/next/index.ts"
import type { WarningCode } from "../../logger.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { isPrivate, toNetwork } from "../request/client-address.ts"
import { LIMITS, UNKNOWN_ADDRESS_FACTORS, type RateLimitOptions } from "../config/rate-limits.ts"

const SITE = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
const EMAIL: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined }

interface Options {
  rateLimit?: RateLimitOptions
  env?: Record<string, string>
  config?: Partial<AuthConfig>
  surroundings?: ServiceOptions
}

function createService({ rateLimit, env = {}, config = {}, surroundings = {} }: Options = {}) {
  const warnings: WarningCode[] = []
  const logger = {
    warn: (code: WarningCode) => void warnings.push(code),
    error: () => undefined,
    debug: () => undefined,
  }
  const base = passwordConfig({ logger, clock: () => 0, ...(rateLimit && { rateLimit }), ...config })
  const auth = createAuth(base, { env: { ...SITE, ...env }, ...surroundings })
  const attempt = async (username: string, address?: string, headers: HeadersInit = {}) => {
    const browser = cookieClient({ handle: (request) => auth.handle(request, { address }) })
    return (await browser.signInWith("credentials", { username, password: "wrong" }, headers)).status
  }
  return { auth, warnings, attempt }
}

/** Returns how many of `times` attempts, each for another user, are allowed. */
async function countLetThrough(times: number, attempt: (turn: number) => Promise<number>): Promise<number> {
  const answers: number[] = []
  for (let turn = 0; turn < times; turn++) answers.push(await attempt(turn))
  return answers.filter((status) => status !== 429).length
}

describe("an address that all users share", () => {
  test.each([
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.0.0.1",
    "172.31.255.1",
    "192.168.1.1",
    "169.254.1.1",
    "100.64.0.1",
    "fd00::1",
    "fe80::1",
  ])("doesn't let users lock each other out behind a proxy at %s", async (address) => {
    const { attempt } = createService()
    expect(await countLetThrough(LIMITS.credentials.points * 3, (turn) => attempt(`user-${turn}`, address))).toBe(300)
  })

  test("doesn't either if the proxy itself forwards such an address", async () => {
    const { attempt } = createService({ rateLimit: { trustedProxies: 1 } })
    const headers = { "x-forwarded-for": "203.0.113.7, 10.42.0.1" }
    expect(await countLetThrough(300, (turn) => attempt(`user-${turn}`, "10.0.0.1", headers))).toBe(300)
  })

  test("is counted if the app itself names it", async () => {
    const { attempt } = createService({ rateLimit: { address: (headers) => headers.get("x-client") ?? undefined } })
    const from = (client: string) => (turn: number) => attempt(`user-${turn}`, "10.0.0.1", { "x-client": client })
    expect(await countLetThrough(300, from("10.1.1.1"))).toBe(LIMITS.credentials.points)
    expect(await countLetThrough(20, from("10.1.1.2"))).toBe(20)
  })

  test.each([
    ["172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "11.0.0.1", "192.169.0.1", "8.8.8.8", "203.0.113.7"],
    ["2001:db8::1", "2606:4700::1", "fbff::1", "1::1", "ff02::1"],
  ])("isn't a public address, each of which counts on its own: %s, …", (...addresses) => {
    expect(addresses.filter((address) => isPrivate(toNetwork(address) ?? ""))).toEqual([])
  })
})

describe("clients whose address is unknown", () => {
  test("share one larger limit for passwords, and no user's limit changes", async () => {
    const { attempt } = createService()
    const most = LIMITS.credentials.points * UNKNOWN_ADDRESS_FACTORS.credentials
    expect(await countLetThrough(most + 50, (turn) => attempt(`user-${turn}`))).toBe(most)
    const other = createService()
    expect(await countLetThrough(80, () => other.attempt("ada"))).toBe(LIMITS.credentialsAnywhere.points)
  }, 30_000)

  test("get three hundred emails per 15 minutes, regardless of the recipients", async () => {
    const send = vi.fn()
    const email = { ...EMAIL, sendVerificationRequest: send }
    const { auth } = createService({ config: { providers: [email], adapter: MemoryAdapter() } })
    const browser = cookieClient(auth)
    const csrfToken = await browser.csrfToken()
    for (let turn = 0; turn < 400; turn++)
      await browser.post("/signin/email", { csrfToken, email: `user-${turn}@app.test` })
    expect(send).toHaveBeenCalledTimes(LIMITS.email.points * UNKNOWN_ADDRESS_FACTORS.email)
  })

  test("don't use up the limit of a client whose address is known", async () => {
    const { attempt } = createService({ rateLimit: { limits: { credentials: { points: 1, seconds: 60 } } } })
    expect(await countLetThrough(20, (turn) => attempt(`user-${turn}`))).toBe(UNKNOWN_ADDRESS_FACTORS.credentials)
    expect(await attempt("ada", "203.0.113.7")).toBe(302)
  })

  test("have their own limiter in the app's store", async () => {
    const made: unknown[] = []
    const store: RateLimitOptions["store"] = (options) => (made.push(options), { consume: () => Promise.resolve() })
    const { attempt } = createService({ rateLimit: { store } })
    await attempt("ada")
    await attempt("ada", "203.0.113.7")
    const { points, seconds: duration } = LIMITS.credentials
    const shared = {
      keyPrefix: "latchkit:credentials:shared",
      points: points * UNKNOWN_ADDRESS_FACTORS.credentials,
      duration,
    }
    expect(made).toContainEqual(shared)
    expect(made).toContainEqual({ keyPrefix: "latchkit:credentials", points, duration })
  })
})

describe("a warning about the client's address is logged", () => {
  const NEXT = { hasConnection: false }
  test.each<[string, Options, WarningCode[]]>([
    ["nothing says how many proxies there are", {}, ["client-address"]],
    ["the framework passes no address on", { surroundings: NEXT }, ["client-address"]],
    ["AUTH_TRUSTED_PROXIES is 0", { env: { AUTH_TRUSTED_PROXIES: "0" } }, []],
    ["AUTH_TRUSTED_PROXIES is 2", { env: { AUTH_TRUSTED_PROXIES: "2" } }, []],
    ["the configuration says 1", { rateLimit: { trustedProxies: 1 }, surroundings: NEXT }, []],
    ["the app reads it itself", { rateLimit: { address: () => "203.0.113.7" }, surroundings: NEXT }, []],
    ["the platform is known", { env: { VERCEL: "1" }, surroundings: NEXT }, []],
    ["nothing is counted", { config: { rateLimit: false } }, []],
    ["it is development", { env: { NODE_ENV: "development" } }, []],
  ])("at startup, if %s", (_, options, said) => {
    // In development another test of this process may have used the same cookie name
    const warnings = createService(options).warnings.filter((code) => code !== "shared-session-cookie")
    expect(warnings).toEqual(said)
  })

  test("in Next, which passes no address on", async () => {
    const warn = vi.fn()
    const logger = { warn, error: () => undefined, debug: () => undefined }
    const { handlers } = NextAuth(passwordConfig({ logger, rateLimit: {} }))
    vi.stubEnv("NODE_ENV", "production")
    vi.stubEnv("AUTH_URL", "https://app.test/api/auth")
    await handlers.GET(new Request("https://app.test/api/auth/providers") as Parameters<typeof handlers.GET>[0])
    vi.unstubAllEnvs()
    expect(warn).toHaveBeenCalledWith("client-address")
  })

  test("once, when the first client has no address", async () => {
    const { attempt, warnings } = createService({ env: { AUTH_TRUSTED_PROXIES: "0" } })
    await attempt("ada", "203.0.113.7")
    expect(warnings).toEqual([])
    for (let turn = 0; turn < 5; turn++) await attempt(`user-${turn}`, "10.0.0.1")
    expect(warnings).toEqual(["unknown-address"])
  })
})

describe("a count on one site doesn't affect another (threat 205)", () => {
  const LIMITED = LIMITS.credentialsAnywhere.points + 10

  test("for two tenants with one secret and one adapter", async () => {
    const adapter = MemoryAdapter()
    const config = { adapter, session: { strategy: "jwt" as const } }
    const sites = ["https://a.test/auth", "https://b.test/auth", "https://a.test/b/auth"]
    const [a, ...others] = sites.map((AUTH_URL) => {
      const { auth } = createService({ config, env: { AUTH_URL } })
      return async (fields: Record<string, string>, address: string) => {
        const browser = cookieClient({ handle: (request) => auth.handle(request, { address }) }, new Map(), AUTH_URL)
        return (await browser.signInWith("credentials", fields)).status
      }
    })
    for (let host = 1; host <= LIMITED; host++) await a?.({ ...ADA, password: "wrong" }, `203.0.113.${host}`)
    for (let turn = 0; turn < 150; turn++) await a?.({ username: `user-${turn}`, password: "x" }, "198.51.100.7")
    expect(await a?.(ADA, "192.0.2.1")).toBe(429)
    for (const other of others) expect(await other(ADA, "198.51.100.7")).toBe(302)
  })

  test("for two hosts of one auth instance", async () => {
    const { auth } = createService({ env: { AUTH_URL: "", AUTH_TRUST_HOST: "true" } })
    const at = (host: string) => async (password: string, address: string) => {
      const browser = cookieClient(
        { handle: (request) => auth.handle(request, { address }) },
        new Map(),
        `https://${host}/auth`,
      )
      return (await browser.signInWith("credentials", { ...ADA, password })).status
    }
    const [a, b] = [at("a.test"), at("b.test")]
    for (let host = 1; host <= LIMITED; host++) await a("wrong", `203.0.113.${host}`)
    expect([await a(ADA.password, "192.0.2.1"), await b(ADA.password, "192.0.2.1")]).toEqual([429, 302])
  })

  test("for two sites that share a limiter's store", async () => {
    const counts = new Map<string, number>()
    const store: RateLimitOptions["store"] = ({ keyPrefix, points }) => ({
      consume: async (key) => {
        const count = (counts.get(keyPrefix + key) ?? 0) + 1
        counts.set(keyPrefix + key, count)
        if (count > points) throw { msBeforeNext: 1000 } // as rate-limiter-flexible does
      },
    })
    const [a, b] = ["https://a.test/auth", "https://b.test/auth"].map((AUTH_URL) => {
      const { auth } = createService({ rateLimit: { store }, env: { AUTH_URL } })
      return async (password: string, address: string) => {
        const browser = cookieClient({ handle: (request) => auth.handle(request, { address }) }, new Map(), AUTH_URL)
        return (await browser.signInWith("credentials", { ...ADA, password })).status
      }
    })
    for (let host = 1; host <= LIMITED; host++) await a?.("wrong", `203.0.113.${host}`)
    expect([await a?.(ADA.password, "192.0.2.1"), await b?.(ADA.password, "192.0.2.1")]).toEqual([429, 302])
  })
})
