import { afterEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { GRACE, passwordAccountService, type Browser } from "../../test-kit/password-account-service.ts"
import { WAIT } from "./background.ts"

afterEach(() => vi.unstubAllGlobals())

/** Collects work like a platform, and says when all of it has ended. */
function platform() {
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  return { works, waitUntil, ended: () => Promise.all(works) }
}

const LAMBDA = { AWS_LAMBDA_FUNCTION_NAME: "acme" }
const VERCEL = Symbol.for("@vercel/request-context")

/** The ways to `waitUntil`, each with what it needs. */
const SOURCES: [string, (given: ReturnType<typeof platform>) => Parameters<typeof passwordAccountService>[0]][] = [
  ["createAuth's", ({ waitUntil }) => ({ service: { env: LAMBDA, waitUntil } })],
  [
    "Vercel's",
    (context) => {
      vi.stubGlobal(VERCEL as unknown as string, { get: () => context }) // `stubGlobal` takes any key
      return { service: { env: { VERCEL: "1" } } }
    },
  ],
  [
    "Netlify's",
    (context) => {
      vi.stubGlobal("Netlify", { context })
      return { service: { env: LAMBDA } }
    },
  ],
]

describe.each(SOURCES)("%s waitUntil", (_, options) => {
  test("gets the emails of accounts, events and the deletion of expired rows", async () => {
    const given = platform()
    const done: string[] = []
    const finish = async (name: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      done.push(name)
    }
    const { browser, post, warnings } = passwordAccountService({
      ...options(given),
      adapter: { ...MemoryAdapter(), deleteExpired: async () => (await finish("sweep"), 0) },
      mail: { sendAccountEmail: ({ kind }) => finish(kind) },
      config: { events: { security: ({ type }) => finish(type) } },
    })
    await post(browser(), "/sign-up", GRACE)
    await given.ended()
    expect(done.sort()).toEqual(["confirm-sign-up", "emailRequested", "sweep"])
    expect(warnings).not.toContain("wait-until")
  })
})

test("a new process deletes expired rows when a user signs up, and none while users only read", async () => {
  const deleteExpired = vi.fn(async () => 0)
  const { browser, post } = passwordAccountService({ adapter: { ...MemoryAdapter(), deleteExpired } })
  const signedOut = browser({ cookie: "__Host-auth.session-token=unknown" })
  for (const path of ["/session", "/csrf", "/providers", "/signin", "/sign-up"]) await signedOut.get(path)
  expect(deleteExpired).not.toHaveBeenCalled()
  await post(browser(), "/sign-up", GRACE)
  await post(browser(), "/sign-up", { ...GRACE, email: "ada@example.com" })
  expect(deleteExpired).toHaveBeenCalledTimes(1)
})

test("expired rows are deleted in pages, one with each request that writes, until none is left", async () => {
  const stored = { rows: 1200 }
  const pages: number[] = []
  const deleteExpired = async (_: Date, limit = Infinity) => {
    const deleted = Math.min(stored.rows, limit)
    stored.rows -= deleted
    return (pages.push(deleted), deleted)
  }
  const { browser, post } = passwordAccountService({ adapter: { ...MemoryAdapter(), deleteExpired } })
  for (let turn = 1; turn <= 5; turn++) {
    const requests = pages.length
    await post(browser(), "/sign-up", { ...GRACE, email: `grace-${turn}@example.com` })
    expect(pages.length - requests).toBeLessThanOrEqual(3) // a request writes several rows, one after the other
  }
  expect([stored.rows, Math.max(...pages), pages.length]).toEqual([0, 500, 3])
})

test("the waitUntil of a request gets its emails", async () => {
  const given = platform()
  const { auth, emails, warnings } = passwordAccountService({ service: { env: LAMBDA } })
  const ada = cookieClient({ handle: (request) => auth.handle(request, given) })
  await ada.post("/sign-up", { csrfToken: await ada.csrfToken(), ...GRACE })
  await given.ended()
  expect(emails.map(({ kind }) => kind)).toEqual(["confirm-sign-up"])
  expect(warnings).not.toContain("wait-until")
})

describe("a platform that stops after the response, without waitUntil", () => {
  test("sends emails before the response, says what to pass, and takes as long without an email (threat 472)", async () => {
    const service = passwordAccountService({ service: { env: LAMBDA } })
    const { adapter, browser, emails, warnings } = service
    await adapter.createUser({ id: "1", email: GRACE.email, emailVerified: new Date() })
    const [known, unknown] = [browser(), browser()]
    await unknown.get("/session")
    const first = performance.now()
    await known.get("/session")
    expect(performance.now() - first).toBeLessThan(WAIT) // a read has nothing to hide
    const time = async (from: Browser, email: string) => {
      const csrfToken = await from.csrfToken()
      const start = performance.now()
      await from.post("/forgot-password", { csrfToken, email })
      return performance.now() - start
    }
    const [one = 0, other = 0] = await Promise.all([time(known, GRACE.email), time(unknown, "nobody@app.test")])
    expect(emails.map(({ kind }) => kind)).toEqual(["no-password"])
    expect(Math.min(one, other)).toBeGreaterThanOrEqual(WAIT - 5)
    expect(Math.abs(one - other)).toBeLessThan(WAIT / 3)
    expect(warnings.filter((code) => code === "wait-until")).toHaveLength(1)
  }, 30_000)

  test.each<[string, Record<string, string>, string?]>([
    ["AWS Lambda", LAMBDA],
    ["Vercel", { VERCEL: "1" }],
    ["Workers with an old compatibility date", {}, "Cloudflare-Workers"],
  ])("the first request on %s logs it", async (_, env, userAgent = "Node.js/24") => {
    vi.stubGlobal("navigator", { userAgent })
    const { browser, warnings } = passwordAccountService({ service: { env } })
    await browser().get("/session")
    expect(warnings).toContain("wait-until")
  })

  test("a server that runs on waits for nothing", async () => {
    const { browser, post, warnings } = passwordAccountService({
      mail: { sendAccountEmail: () => new Promise(() => {}) },
    })
    const timers = vi.spyOn(globalThis, "setTimeout")
    await post(browser(), "/sign-up", GRACE)
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).not.toContain(WAIT)
    timers.mockRestore()
    expect(warnings).not.toContain("wait-until")
  })
})
