import { RateLimiterMemory } from "rate-limiter-flexible"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { LIMITS, type RateLimitOptions } from "../config/rate-limits.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { emailService, openMagicLink, requestEmail } from "../../test-kit/email-service.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"

const SCHOOL = "198.51.100.7"
const env = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }

/** Creates a service where every pupil's password is "right". */
function createService({ adapter, rateLimit }: { adapter?: Adapter; rateLimit?: RateLimitOptions } = {}) {
  const { providers, ...config } = passwordConfig({
    clock: () => Date.parse("2026-01-01T00:00:00Z"),
    logger: { warn: () => undefined, error: () => undefined, debug: () => undefined },
    session: { strategy: "jwt" },
    ...(adapter && { adapter }),
    ...(rateLimit && { rateLimit }),
  })
  const authorize = ({ username, password }: { username?: string; password?: string }) =>
    password === "right" && username ? { id: username } : null
  const auth = createAuth(
    { ...config, providers: providers.map((provider) => ({ ...provider, authorize }) as typeof provider) },
    { env },
  )
  return async (username: string, password: string, jar?: CookieJarMap) => {
    const browser = cookieClient({ handle: (request) => auth.handle(request, { address: SCHOOL }) }, jar)
    return { status: (await browser.signInWith("credentials", { username, password })).status, browser }
  }
}

const { decrement: _, ...WITHOUT_DECREMENT } = MemoryAdapter()
const LIMITERS = new Map<string, RateLimiterMemory>()
const rateLimiter: RateLimitOptions["store"] = ({ keyPrefix, points, duration }) => {
  const limiter = LIMITERS.get(keyPrefix) ?? new RateLimiterMemory({ keyPrefix, points, duration })
  LIMITERS.set(keyPrefix, limiter)
  return limiter
}

test("a key that the app blocked in its limiter without an end stays blocked", async () => {
  const limiter = new RateLimiterMemory({ points: 1000, duration: 60 })
  const consume = async (key: string) => (await limiter.block(key, 0), limiter.consume(key))
  expect((await createService({ rateLimit: { store: () => ({ consume }) } })("ada", "right")).status).toBe(429)
})

describe("right passwords behind one address", () => {
  test.each<[string, Parameters<typeof createService>[0], number]>([
    ["counts in memory", {}, 250],
    ["has an adapter that counts", { adapter: MemoryAdapter() }, 250],
    ["has a limiter of rate-limiter-flexible", { rateLimit: { store: rateLimiter } }, 250],
    ["has an adapter that can't take a count back", { adapter: WITHOUT_DECREMENT }, LIMITS.credentials.points],
  ])("behind one address, if the app %s", async (_case, options, allowed) => {
    const signIn = createService(options)
    let successes = 0
    for (let turn = 0; turn < 250; turn++) if ((await signIn(`pupil-${turn}`, "right")).status === 302) successes++
    expect(successes).toBe(allowed)
  })

  test("allow no more wrong ones, also not from browsers that are known (threat 171)", async () => {
    const signIn = createService({ adapter: MemoryAdapter() })
    const { browser } = await signIn("eve", "right")
    let guesses = 0
    for (let turn = 0; turn < 150; turn++) {
      if ((await signIn(`pupil-${turn}`, "wrong")).status !== 429) guesses++
      if (turn % 10 === 0) await signIn("eve", "right", new Map(browser.jar))
    }
    expect(guesses).toBe(LIMITS.credentials.points)
  })
})

test.each(["link", "code"])("emails whose %s is used behind one address don't count", async (kind) => {
  const { from, newest } = emailService({ env })
  for (let turn = 0; turn < LIMITS.email.points + 20; turn++) {
    const browser = from(SCHOOL)
    expect((await requestEmail(browser, `pupil-${turn}@school.example`)).status).toBe(302)
    const { url, code = "" } = newest()
    if (kind === "link") await openMagicLink(browser, url)
    else await browser.post("/callback/email", { csrfToken: await browser.csrfToken(), code })
    expect(await signedInName(browser)).toBe(`pupil-${turn}@school.example`)
  }
  let unused = 0
  while ((await requestEmail(from(SCHOOL), `stranger-${unused}@school.example`)).status === 302) unused++
  expect(unused).toBe(LIMITS.email.points)
})
