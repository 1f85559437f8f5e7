import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { Miniflare } from "miniflare"
import { afterAll, assert, beforeAll, describe, expect, test } from "vitest"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { TRANSACTION_RULES } from "../../server/testing/adapter-rules/transactions.ts"
import { isLong } from "../../server/testing/long.ts"
import type { WorkerCall } from "./d1-worker.ts"

const running: { worker?: Miniflare } = {}
const worker = () => running.worker ?? assert.fail("the worker doesn't run")

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("d1-worker.ts", import.meta.url))],
    ...{ bundle: true, format: "esm", platform: "browser", write: false, external: ["node:*"] },
  })
  running.worker = new Miniflare({
    modules: [{ type: "ESModule", path: "index.mjs", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["nodejs_compat"], // for the rules' `node:assert`
    d1Databases: { DB: "app" },
  })
  // Several instances at once: one runs each step
  const steps = await Promise.all([1, 2, 3].map(() => dispatch({ run: "migrate" })))
  expect(steps.flat().toSorted()).toEqual([1, 2, 3, 4])
})

afterAll(() => running.worker?.dispose())

async function dispatch(call: WorkerCall): Promise<unknown> {
  const response = await worker().dispatchFetch("http://app.test/", { method: "POST", body: JSON.stringify(call) })
  const { result, error } = (await response.json()) as { result?: unknown; error?: string } // of the worker beside this file
  if (error !== undefined) throw new Error(error)
  return result
}

const ownedBy = "where userId in (select userId from auth_accounts where provider = 'sign-up')"

/** Sends 50 requests at once. Returns what each got. */
async function race(name: string, key: string): Promise<unknown[]> {
  await dispatch({ run: "race", name: "prepare", key })
  return Promise.all(Array.from({ length: 50 }, (_, index) => dispatch({ run: "race", name, key, index })))
}

async function count(query: string): Promise<unknown> {
  const database = await worker().getD1Database("DB")
  return Object.values((await database.prepare(query).first<Record<string, unknown>>()) ?? {})
}

describe("SqlAdapter on D1, in a Worker", () => {
  const rules = isLong ? ADAPTER_RULES : TRANSACTION_RULES

  test.each(rules.map(({ name }) => name))("%s", { timeout: 60_000 }, async (name) => {
    expect(await dispatch({ run: "rule", name })).toBeNull()
  })
})

describe("50 parallel requests to a Worker with D1", () => {
  test.each(["claim", "use a token", "take a record", "update a record"])("%s: one wins", async (name) => {
    const results = await race(name, `race-${name.replaceAll(" ", "-")}`)
    expect(results.filter(Boolean)).toEqual([true])
  })

  test("increment: each gets its own count", async () => {
    const counts = (await race("increment", "race-increment")) as number[] // of the race
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test("sign up with one address: one user is stored whole, and nothing of the others", async () => {
    expect((await race("sign up with one address", "race-sign-up")).filter(Boolean)).toEqual([true])
    const counts = [
      "(select count(*) from auth_users where email = 'race-sign-up@app.test')",
      "(select count(*) from auth_accounts where provider = 'sign-up')",
      ...["auth_sessions", "auth_account_records"].map((table) => `(select count(*) from ${table} ${ownedBy})`),
    ]
    expect(await count(`select ${counts.map((each, index) => `${each} as c${index}`).join()}`)).toEqual([1, 1, 1, 1])
  })

  test("link one account to new users: one user is stored", async () => {
    expect((await race("link one account to new users", "race-link")).filter(Boolean)).toEqual([true])
    expect(await count("select count(*) from auth_users where email like '%@race-link.test'")).toEqual([1])
  })

  test("change an address: one wins, and one session is left", async () => {
    expect((await race("change the address once", "race-move")).filter(Boolean)).toEqual([true])
    expect(await count("select count(*) from auth_sessions where userId = 'race-move-mover'")).toEqual([1])
  })

  test("remove sign-in methods: the last one stays (threat 497)", { timeout: 60_000 }, async () => {
    const results = await race("remove sign-in methods", "race-remove")
    expect(results.filter(Boolean).length).toBe(4)
    expect(await count("select count(*) from auth_accounts where userId = 'race-remove-remover'")).toEqual([1])
  })

  test("delete a user who adds records: no record is left", { timeout: 60_000 }, async () => {
    await race("delete a user who adds records", "race-leave")
    const records = "(select count(*) from auth_account_records where userId = 'race-leave-leaver')"
    expect(await count(`select (select count(*) from auth_users where id = 'race-leave-leaver'), ${records}`)).toEqual([
      0, 0,
    ])
  })
})
