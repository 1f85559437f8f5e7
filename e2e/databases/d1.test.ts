import type { Miniflare } from "miniflare"
import { afterAll, assert, beforeAll, describe, expect, test } from "vitest"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { TRANSACTION_RULES } from "../../server/testing/adapter-rules/transactions.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { dispatchTo, startWorker } from "./d1-miniflare.ts"
import { racerId } from "./d1-races.ts"
import type { AdapterName, WorkerCall } from "./d1-worker.ts"

const ADAPTERS: readonly AdapterName[] = isLong ? ["sql", "drizzle", "drizzle-1"] : ["sql", "drizzle"]

const running: { [Name in AdapterName]?: Miniflare } = {}
const worker = (adapter: AdapterName = "sql") => running[adapter] ?? assert.fail("the worker doesn't run")

beforeAll(async () => {
  running.sql = running.drizzle = await startWorker()
  if (isLong) running["drizzle-1"] = await startWorker({ alias: { "drizzle-orm": "drizzle-orm-1" } })
  // Several instances at once: one runs each step
  const steps = await Promise.all([1, 2, 3].map(() => dispatch({ run: "migrate" })))
  expect(steps.flat().toSorted()).toEqual([1, 2, 3, 4])
  if (isLong) await dispatch({ run: "migrate", adapter: "drizzle-1" })
})

afterAll(async () => {
  await running.sql?.dispose()
  await running["drizzle-1"]?.dispose()
})

const dispatch = (call: WorkerCall) => dispatchTo(worker(call.adapter), call)

/** Sends 50 requests at once. Returns what each got. */
async function race(adapter: AdapterName, name: string, key: string): Promise<unknown[]> {
  await dispatch({ run: "race", adapter, name: "prepare", key })
  return Promise.all(Array.from({ length: 50 }, (_, index) => dispatch({ run: "race", adapter, name, key, index })))
}

/** Counts rows, given a table and a condition. */
async function count(adapter: AdapterName, rows: string): Promise<unknown> {
  const database = await worker(adapter).getD1Database("DB")
  return (await database.prepare(`select count(*) as found from ${rows}`).first<{ found: number }>())?.found
}

describe.each(ADAPTERS)("the adapter %s on D1, in a Worker", (adapter) => {
  const rules = isLong ? ADAPTER_RULES : TRANSACTION_RULES

  test.each(rules.map(({ name }) => name))("%s", async (name) => {
    expect(await dispatch({ run: "rule", adapter, name })).toBeNull()
  })
})

// Both adapters share the core, and differ in its statements
describe.each(isLong ? ADAPTERS : (["drizzle"] as const))("50 parallel requests to a Worker, %s on D1", (adapter) => {
  test.runIf(isLong).each(["claim", "use a token", "take a record", "update a record"])(
    "%s: one wins",
    async (name) => {
      const results = await race(adapter, name, `${adapter}-${name.replaceAll(" ", "-")}`)
      expect(results.filter(Boolean)).toEqual([true])
    },
  )

  test.runIf(isLong)("increment: each gets its own count", async () => {
    const counts = (await race(adapter, "increment", `${adapter}-increment`)) as number[] // of the race
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test("sign up with one address: one user is stored whole, and nothing of the others", async () => {
    const key = `${adapter}-sign-up`
    expect((await race(adapter, "sign up with one address", key)).filter(Boolean)).toEqual([true])
    const owned = `where userId in (select userId from auth_accounts where provider = '${key}')`
    const tables = [
      `auth_users where email = '${key}@app.test'`,
      `auth_accounts where provider = '${key}'`,
      `auth_sessions ${owned}`,
      `auth_account_records ${owned}`,
    ]
    expect(await Promise.all(tables.map((rows) => count(adapter, rows)))).toEqual([1, 1, 1, 1])
  })

  test("link one account to new users: one user is stored", async () => {
    const key = `${adapter}-link`
    expect((await race(adapter, "link one account to new users", key)).filter(Boolean)).toEqual([true])
    expect(await count(adapter, `auth_users where email like '%@${key}.test'`)).toBe(1)
  })

  test("change an address: one wins, and one session is left", async () => {
    const key = `${adapter}-move`
    expect((await race(adapter, "change the address once", key)).filter(Boolean)).toEqual([true])
    expect(await count(adapter, `auth_sessions where userId = '${racerId(key, "mover")}'`)).toBe(1)
  })

  test("remove sign-in methods: the last one stays (threat 497)", async () => {
    const key = `${adapter}-remove`
    expect((await race(adapter, "remove sign-in methods", key)).filter(Boolean).length).toBe(4)
    expect(await count(adapter, `auth_accounts where userId = '${racerId(key, "remover")}'`)).toBe(1)
  })

  test("delete a user who adds records: no record is left", async () => {
    const key = `${adapter}-leave`
    await race(adapter, "delete a user who adds records", key)
    const id = racerId(key, "leaver")
    const left = [`auth_users where id = '${id}'`, `auth_account_records where userId = '${id}'`]
    expect(await Promise.all(left.map((rows) => count(adapter, rows)))).toEqual([0, 0])
  })
})
