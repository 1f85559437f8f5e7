import { beforeEach, describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { enrollAuthenticatorApp } from "../../testing/authenticator-app.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const JSON_MODE = { "x-auth-return-redirect": "1" }
const ALICE = { email: "alice@app.test", password: GRACE.password }
const DAY = 24 * 60
const SITE = "https://app.test/auth"

interface Cost {
  calls: string[]
  /** Times that a request waited for the database. Parallel calls are one. */
  roundTrips: number
}

interface Spent {
  calls: number
  roundTrips: number
}

function expectAtMost(spent: Spent, most: Spent): void {
  expect(spent.calls).toBeGreaterThan(0)
  expect([spent.calls <= most.calls, spent.roundTrips <= most.roundTrips], JSON.stringify(spent)).toEqual([true, true])
}

/** Creates an adapter like one of a database: each call takes a while, and is counted. */
function countedAdapter() {
  const adapter = MemoryAdapter()
  const cost: Cost = { calls: [], roundTrips: 0 }
  const open = { calls: 0 }
  const counted = Object.entries(adapter)
    .filter(([name, run]) => !["transaction", "deleteExpired"].includes(name) && typeof run === "function")
    .map(([name, run]) => [
      name,
      async (...input: unknown[]) => {
        cost.calls.push(name)
        if (open.calls++ === 0) cost.roundTrips++
        await new Promise(setImmediate)
        const result: unknown = await (run as (...input: unknown[]) => unknown)(...input) // it gets what was passed
        open.calls--
        return result
      },
    ])
  const spent = (): Spent => {
    const { calls, roundTrips } = cost
    Object.assign(cost, { calls: [], roundTrips: 0 })
    return { calls: calls.length, roundTrips }
  }
  return { adapter: Object.fromEntries(counted) as typeof adapter, spent }
}

async function createService(strategy: "jwt" | "database") {
  const { adapter, spent } = countedAdapter()
  const config = { secondFactor: {}, session: { strategy }, rateLimit: false } as const
  const service = passwordAccountService({ adapter, config })
  for (const user of [GRACE, ALICE]) await service.signUp(service.browser(), user)
  const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
  const time = { now: Date.UTC(2026, 0, 1) }
  const settings = { adapter, secret: "s".repeat(32), secondFactor: {}, clock: () => time.now, providers: [] }
  const app = await enrollAuthenticatorApp(settings, { id, email: GRACE.email }, { url: SITE })
  const later = (minutes: number) => {
    time.now += minutes * 60_000
    service.later(minutes)
  }
  later(5)
  const start = async (from: Browser, user = GRACE) => {
    const csrfToken = await from.csrfToken()
    spent()
    await from.post("/callback/password", { csrfToken, ...user }, JSON_MODE)
    return { csrfToken, cost: spent() }
  }
  const finish = async (from: Browser, { csrfToken }: { csrfToken: string }) => {
    const { attempt = "" } = (await (await from.get("/step", { accept: "application/json" })).json()) as Record<
      string,
      string
    >
    const shown = spent()
    const code = await app.code()
    spent()
    await from.post("/step/second-factor", { csrfToken, attempt, method: "totp", code }, JSON_MODE)
    return { shown, done: spent() }
  }
  return { ...service, adapter, later, start, finish, app }
}

const state: { service?: Awaited<ReturnType<typeof createService>> } = {}
const service = () => state.service ?? expect.fail("no service")

describe.each<[strategy: "jwt" | "database", plain: Spent, last: Spent]>([
  ["jwt", { calls: 6, roundTrips: 5 }, { calls: 10, roundTrips: 9 }],
  ["database", { calls: 10, roundTrips: 9 }, { calls: 14, roundTrips: 13 }],
])("with %s sessions", (strategy, plain, last) => {
  beforeEach(async () => void (state.service = await createService(strategy)))

  test("a sign-in with a password and no second factor takes few calls of the adapter", async () => {
    const { browser, start } = service()
    const alice = browser()
    const { cost } = await start(alice, ALICE)
    expect(await signedIn(alice)).toBe(ALICE.email)
    expectAtMost(cost, plain)
  })

  test("each request of a sign-in with an authenticator app takes few calls of the adapter", async () => {
    const { browser, start, finish } = service()
    const grace = browser()
    const started = await start(grace)
    const { shown, done } = await finish(grace, started)
    expect(await signedIn(grace)).toBe(GRACE.email)
    expectAtMost(started.cost, { calls: 7, roundTrips: 6 })
    expectAtMost(shown, { calls: 4, roundTrips: 3 })
    expectAtMost(done, last)
  })
})

test("sign-ins of a year leave two rows that are kept for a year, and not one each", async () => {
  state.service = await createService("jwt")
  const { browser, start, finish, later, adapter } = service()
  const kept = new Set<string>()
  const { increment } = adapter
  const soon = Date.UTC(2026, 0, 1)
  adapter.increment = async (key, expires) => {
    if (expires.getTime() - soon > 300 * DAY * 60_000) kept.add(key)
    return increment(key, expires)
  }
  for (let turn = 0; turn < 30; turn++) {
    later(DAY)
    const grace = browser()
    await finish(grace, await start(grace))
    expect([turn, await signedIn(grace)]).toEqual([turn, GRACE.email])
  }
  expect(kept.size).toBe(2) // before the first use, and since
})
