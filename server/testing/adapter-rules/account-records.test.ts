import { expect, test } from "vitest"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import { ACCOUNT_RECORD_RULES } from "./account-records.ts"

type Overrides = Partial<AccountRecordOperations> & Partial<Pick<FullAdapter, "deleteUser" | "deleteExpired">>

const pause = () => new Promise((resolve) => setTimeout(resolve, 1))
const found = <T>(row: T | null): T => row ?? expect.fail("no record")

/** Adapters with one fault each. */
const BROKEN: [fault: string, overrides: (base: FullAdapter) => Overrides][] = [
  [
    "reads before it creates",
    (base) => ({
      async createAccountRecord(record) {
        const existing = await base.getAccountRecord(record.kind, record.id)
        await pause()
        if (existing) return false
        await base.takeAccountRecord(record.kind, record.id)
        return base.createAccountRecord(record)
      },
    }),
  ],
  [
    "replaces an existing record",
    (base) => ({
      async createAccountRecord(record) {
        await base.takeAccountRecord(record.kind, record.id)
        return base.createAccountRecord(record)
      },
    }),
  ],
  [
    "throws instead of returning false",
    (base) => ({
      async createAccountRecord(record) {
        if (!(await base.createAccountRecord(record))) throw new Error("duplicate key")
        return true
      },
    }),
  ],
  [
    "reads the version before it updates",
    (base) => ({
      async updateAccountRecord(record) {
        const before = await base.getAccountRecord(record.kind, record.id)
        await pause()
        const now = await base.getAccountRecord(record.kind, record.id)
        if (!now || before?.version !== record.version) return false
        return base.updateAccountRecord({ ...record, version: now.version })
      },
    }),
  ],
  [
    "ignores the version",
    (base) => ({
      async updateAccountRecord(record) {
        const now = await base.getAccountRecord(record.kind, record.id)
        return now ? base.updateAccountRecord({ ...record, version: now.version }) : false
      },
    }),
  ],
  [
    "creates a record that is updated",
    (base) => ({
      updateAccountRecord: async (record) =>
        (await base.updateAccountRecord(record)) || base.createAccountRecord({ userId: null, ...record }),
    }),
  ],
  [
    "keeps the version when it updates",
    (base) => ({
      async updateAccountRecord(record) {
        const before = await base.getAccountRecord(record.kind, record.id)
        if (before?.version !== record.version) return false
        await base.takeAccountRecord(record.kind, record.id)
        return base.createAccountRecord({ ...before, data: record.data, expires: record.expires })
      },
    }),
  ],
  [
    "moves a record to another owner",
    (base) => ({
      async updateAccountRecord(record) {
        if (!(await base.updateAccountRecord(record)) || !("userId" in record)) return false
        const after = found(await base.takeAccountRecord(record.kind, record.id))
        await base.createAccountRecord({ ...after, userId: String(record["userId"]) })
        for (let version = 1; version < after.version; version++) await base.updateAccountRecord({ ...after, version })
        return true
      },
    }),
  ],
  [
    "reads and deletes in two steps",
    (base) => ({
      async takeAccountRecord(kind, id) {
        const record = await base.getAccountRecord(kind, id)
        await pause()
        await base.takeAccountRecord(kind, id)
        return record
      },
    }),
  ],
  ["deletes nothing when it takes", (base) => ({ takeAccountRecord: base.getAccountRecord })],
  ["deletes all kinds", (base) => ({ deleteAccountRecords: (userId) => base.deleteAccountRecords(userId) })],
  [
    "counts no deleted records",
    (base) => ({ deleteAccountRecords: async (...of) => Number((await base.deleteAccountRecords(...of)) > 0) }),
  ],
  [
    "lists a page",
    (base) => ({ listAccountRecords: async (...of) => (await base.listAccountRecords(...of)).slice(0, 20) }),
  ],
  [
    "parses the data",
    (base) => ({
      async getAccountRecord(kind, id) {
        const record = await base.getAccountRecord(kind, id)
        return record && { ...record, data: JSON.stringify(JSON.parse(record.data)) }
      },
    }),
  ],
  [
    "cuts the data",
    (base) => ({
      createAccountRecord: (record) => base.createAccountRecord({ ...record, data: record.data.slice(0, 4096) }),
    }),
  ],
  [
    "keeps whole seconds",
    (base) => ({
      createAccountRecord: ({ expires, ...record }) =>
        base.createAccountRecord({ ...record, expires: expires && new Date(expires.setMilliseconds(0)) }),
    }),
  ],
  [
    "stores the epoch for no expiry",
    (base) => ({
      createAccountRecord: (record) => base.createAccountRecord({ ...record, expires: record.expires ?? new Date(0) }),
    }),
  ],
  [
    "ignores case",
    (base) => ({
      createAccountRecord: (record) => base.createAccountRecord({ ...record, id: record.id.toLowerCase() }),
      getAccountRecord: async (kind, id) => withId(await base.getAccountRecord(kind, id.toLowerCase()), id),
    }),
  ],
  [
    "trims ids",
    (base) => ({
      createAccountRecord: (record) => base.createAccountRecord({ ...record, id: record.id.trim() }),
      getAccountRecord: async (kind, id) => withId(await base.getAccountRecord(kind, id.trim()), id),
    }),
  ],
  [
    "finds any user's record of an id",
    (base) => ({
      async getAccountRecord(kind, id) {
        return (await base.getAccountRecord(kind, id)) ?? (await base.getAccountRecord("factor", id))
      },
    }),
  ],
  [
    "extends a record that is read",
    (base) => ({
      async getAccountRecord(kind, id) {
        const record = await base.getAccountRecord(kind, id)
        if (record) await base.updateAccountRecord(record)
        return record
      },
    }),
  ],
  ["keeps the records of a deleted user", (base) => ({ deleteUser: () => void base })],
  ["deletes no expired records", () => ({ deleteExpired: () => 2 })],
  ["deletes more than the limit", (base) => ({ deleteExpired: (now) => base.deleteExpired(now) })],
  ["deletes too many expired records", (base) => ({ deleteExpired: () => base.deleteExpired(new Date("9999-12-31")) })],
]

const withId = (record: AccountRecord | null, id: string) => record && { ...record, id }

/** Returns the rules that such an adapter breaks. Each rule gets an adapter of its own. */
async function brokenRules(overrides: (base: FullAdapter) => Overrides): Promise<string[]> {
  const checks = ACCOUNT_RECORD_RULES.map(async ({ name, check }) => {
    const base = MemoryAdapter()
    return check({ ...base, ...overrides(base) }).then(
      () => [],
      () => [name],
    )
  })
  return (await Promise.all(checks)).flat()
}

test("the contract holds for an adapter without a fault", async () => {
  expect(await brokenRules(() => ({}))).toEqual([])
})

test.each(BROKEN)("the contract notices an adapter that %s", async (_, overrides) => {
  expect(await brokenRules(overrides)).not.toEqual([])
})
