import { describe, expect, test, vi } from "vitest"
import { RateLimiterMemory } from "rate-limiter-flexible"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { oauthService } from "../../test-kit/oauth-service.ts"
import { passkeyService } from "../../test-kit/passkey-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { toNetwork } from "../request/client-address.ts"
import type { RateLimitOptions } from "./rate-limits.ts"
import {
  collectStatuses,
  countRejected,
  createService,
  SITE,
  WRONG,
  type ServiceInput,
} from "../../test-kit/limited-service.ts"

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
