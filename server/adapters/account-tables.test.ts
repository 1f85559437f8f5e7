import * as vitest from "vitest"
import { runAdapterContract } from "../testing/adapter-contract.ts"
import { plainAdapter } from "../test-kit/email-service.ts"
import { GRACE, passwordAccountService, signedIn } from "../test-kit/password-account-service.ts"
import { accountTables } from "./account-tables.ts"
import { MemoryAdapter } from "./memory.ts"

const { expect, test } = vitest
const record = { kind: "factor", id: "f1", userId: "ada", data: "{}", expires: null } as const

vitest.describe("accountTables beside an adapter without account records", () =>
  runAdapterContract(
    { ...plainAdapter(), ...accountTables(MemoryAdapter()) },
    // Only the adapter that stores the user can delete the records with them
    { fails: { "deleting a user deletes their account records, and no others": "the records are in another store" } },
    vitest,
  ),
)

test("leaves users, accounts, sessions and tokens to the other adapter", async () => {
  const tables = accountTables(MemoryAdapter())
  expect(Reflect.ownKeys(tables).map(String).sort()).toEqual([
    ...["claimOnce", "createAccountRecord", "decrement", "deleteAccountRecords", "deleteExpired", "getAccountRecord"],
    ...["increment", "listAccountRecords", "releaseOnce", "takeAccountRecord", "updateAccountRecord"],
  ])
})

test("calls an adapter that is a class with its own `this`", async () => {
  class Own {
    readonly #base = MemoryAdapter()
    createAccountRecord = this.#base.createAccountRecord
    listAccountRecords = this.#base.listAccountRecords
    updateAccountRecord = this.#base.updateAccountRecord
    takeAccountRecord = this.#base.takeAccountRecord
    deleteAccountRecords = this.#base.deleteAccountRecords
    getAccountRecord(kind: "factor", id: string) {
      return this.#base.getAccountRecord(kind, id)
    }
  }
  const tables = accountTables(new Own())
  expect(await tables.createAccountRecord(record)).toBe(true)
  expect(await tables.getAccountRecord("factor", "f1")).toEqual({ ...record, version: 1 })
})

test("rejects an adapter that can't store account records", () => {
  expect(() => accountTables(plainAdapter())).toThrow("The adapter has no `createAccountRecord`, `getAccountRecord`")
})

test("a session follows the password record in the other database, not one of the users' own", async () => {
  const records = MemoryAdapter()
  const adapter = { ...MemoryAdapter(), ...accountTables(records) }
  const { browser, signUp } = passwordAccountService({ adapter, config: { session: { strategy: "database" } } })
  const grace = browser()
  await signUp(grace)
  expect(await signedIn(grace)).toBe(GRACE.email)
  const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
  const stored = (await records.getAccountRecord("password", id)) ?? expect.fail("no password")
  const data = JSON.stringify({ ...JSON.parse(stored.data), disabledAt: 1 })
  await records.updateAccountRecord({ ...stored, data })
  expect(await signedIn(grace)).toBeNull()
})
