import assert from "node:assert/strict"
import type { AccountRecord, AccountRecordKind, NewAccountRecord } from "../../adapters/account-record.ts"
import { ACCOUNT_RECORD_OPERATIONS } from "../../adapters/account-tables.ts"
import { hasOwn } from "../../adapters/extended.ts"
import {
  asType,
  assertSameTime,
  HOSTILE_TEXTS,
  hoursFromNow,
  newSession,
  newUser,
  NOT_TEXT,
  nullIfThrown,
  rule,
  SAMPLE_TIMES,
  similarTexts,
  startTogether,
  unique,
  type AdapterWith,
  type Rule,
} from "./rule.ts"

type RecordsAdapter = AdapterWith<(typeof ACCOUNT_RECORD_OPERATIONS)[number]>

const KINDS: readonly AccountRecordKind[] = [
  "attempt",
  "factor",
  "recovery-codes",
  "trusted-device",
  "password",
  "session",
]

/** The rules for account records: second factors, sign-ins that wait for one, trusted devices. */
export const ACCOUNT_RECORD_RULES: readonly Rule[] = [
  recordRule("stores an account record as it was created, as version 1", async (adapter) => {
    for (const expires of [null, hoursFromNow(1)]) {
      for (const kind of KINDS) {
        const record = newRecord({ kind, expires })
        assert.equal(await adapter.createAccountRecord(record), true)
        await assertStored(adapter, { ...record, version: 1 })
        assert.deepEqual(await listed(adapter, record), [{ ...record, version: 1 }])
      }
    }
  }),
  recordRule("stores an account record without a user, and lists it for no user", async (adapter) => {
    const record = newRecord({ kind: "invitation", userId: null })
    assert.equal(await adapter.createAccountRecord(record), true)
    await assertStored(adapter, { ...record, version: 1 })
    for (const userId of ["", "null", "undefined", ...NOT_TEXT])
      assert.deepEqual((await nullIfThrown(() => adapter.listAccountRecords("invitation", asType(userId)))) ?? [], [])
    for (const userId of ["", "null", "undefined", ...NOT_TEXT])
      assert.equal((await nullIfThrown(() => adapter.deleteAccountRecords(asType(userId)))) ?? 0, 0)
    assert.equal((await adapter.takeAccountRecord("invitation", record.id))?.id, record.id)
  }),
  rule(
    "a session read together with the password's record returns the user's own, as it is stored (threat 204)",
    ["createUser", "createSession", "getSessionAndUser", ...ACCOUNT_RECORD_OPERATIONS],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const session = newSession(user.id)
      await adapter.createSession(session)
      const [id, otherId] = [String(user.id), String(other.id)] // other adapters may number users
      const assertRecord = async () => {
        const read = await adapter.getSessionAndUser(session.sessionToken, true)
        assert.equal(read?.user.id, user.id)
        // Otherwise Latchkit reads it itself, such as from another database
        if (read.password === undefined || !hasOwn(adapter, ["getSessionAndUser", "getAccountRecord"])) return
        assert.deepEqual(read.password, await adapter.getAccountRecord("password", id))
      }
      await assertRecord()
      const others = [newRecord({ kind: "password", id: otherId, userId: otherId }), newRecord({ id })]
      for (const record of others) await adapter.createAccountRecord(record)
      await assertRecord()
      const record = newRecord({ kind: "password", id, userId: id })
      await adapter.createAccountRecord(record)
      await assertRecord()
      await adapter.updateAccountRecord({ ...record, data: '{"b":2}', expires: null, version: 1 })
      await assertRecord()
      await adapter.takeAccountRecord("password", id)
      // As the mark of a user who is being deleted
      await adapter.createAccountRecord({ ...record, userId: null })
      await assertRecord()
    },
  ),
  recordRule("stores the data of an account record byte for byte, up to 8 KB", async (adapter) => {
    const texts = [
      "{}",
      '{ "b":1,"a": 2 , "b":3}',
      '"\\u0000 🗝 Ünï\u0301 \u202e ﷽"',
      JSON.stringify(HOSTILE_TEXTS),
      " 1 ",
    ]
    for (const data of [...texts, JSON.stringify("x".repeat(8190)), JSON.stringify("字".repeat(2730))]) {
      const record = newRecord()
      await adapter.createAccountRecord({ ...record, data })
      await assertStored(adapter, { ...record, data, version: 1 })
      for (const next of texts) {
        const before = await stored(adapter, record)
        assert.equal(await adapter.updateAccountRecord({ ...before, data: next }), true)
        assert.equal((await stored(adapter, record)).data, next)
      }
    }
  }),
  recordRule("stores when an account record expires to the millisecond, or never", async (adapter) => {
    for (const expires of SAMPLE_TIMES) {
      const record = newRecord({ expires })
      await adapter.createAccountRecord(record)
      assertSameTime((await stored(adapter, record)).expires, expires)
      assert.equal(await adapter.updateAccountRecord({ ...record, version: 1, expires: null }), true)
      assert.equal((await stored(adapter, record)).expires, null)
      assert.equal(await adapter.updateAccountRecord({ ...record, version: 2 }), true)
      assertSameTime((await adapter.takeAccountRecord(record.kind, record.id))?.expires, expires)
    }
  }),
  recordRule("creates one of 50 parallel account records with the same kind and id", async (adapter) => {
    const id = unique("id")
    const records = Array.from({ length: 50 }, (_, index) => newRecord({ id, data: `{"by":${index}}` }))
    const created = await Promise.all(startTogether(50, (index) => adapter.createAccountRecord(at(records, index))))
    assert.equal(created.filter(Boolean).length, 1)
    await assertStored(adapter, { ...at(records, created.indexOf(true)), version: 1 })
    for (const [index, record] of records.entries())
      assert.equal((await listed(adapter, record)).length, created[index] ? 1 : 0)
  }),
  recordRule("a second account record with a stored kind and id changes nothing", async (adapter) => {
    const record = newRecord()
    await adapter.createAccountRecord(record)
    const other = newRecord({ id: record.id, expires: null })
    assert.equal(await adapter.createAccountRecord(other), false)
    await assertStored(adapter, { ...record, version: 1 })
    assert.deepEqual(await listed(adapter, other), [])
    assert.equal(await adapter.createAccountRecord({ ...other, kind: "password" }), true)
    await assertStored(adapter, { ...record, version: 1 })
  }),
  recordRule("updates an account record only from the version that is stored", async (adapter) => {
    const record = newRecord()
    await adapter.createAccountRecord(record)
    for (const version of [0, 2, -1, 1.5, Number.NaN, asType<number>("1"), asType<number>(null)])
      assert.ok(!(await nullIfThrown(() => adapter.updateAccountRecord({ ...record, data: "{}", version }))))
    await assertStored(adapter, { ...record, version: 1 })
    assert.equal(await adapter.updateAccountRecord({ ...record, data: '"second"', version: 1 }), true)
    assert.equal(await adapter.updateAccountRecord({ ...record, data: '"late"', version: 1 }), false)
    await assertStored(adapter, { ...record, data: '"second"', version: 2 })
    assert.equal(await adapter.updateAccountRecord({ ...record, data: '"second"', version: 2 }), true)
    await assertStored(adapter, { ...record, data: '"second"', version: 3 })
  }),
  recordRule("of 50 parallel updates of one version exactly one wins", async (adapter) => {
    const record = newRecord()
    await adapter.createAccountRecord(record)
    for (const version of [1, 2]) {
      const updates = startTogether(50, (index) =>
        adapter.updateAccountRecord({ ...record, data: `{"by":${index}}`, version }),
      )
      const won = await Promise.all(updates)
      assert.equal(won.filter(Boolean).length, 1)
      await assertStored(adapter, { ...record, data: `{"by":${won.indexOf(true)}}`, version: version + 1 })
    }
  }),
  recordRule("of 10 writers that read again after they lost, none loses its change", async (adapter) => {
    const record = newRecord({ data: "0" })
    await adapter.createAccountRecord(record)
    const addOne = async (tries = 0): Promise<void> => {
      assert.ok(tries < 10, "it lost more often than there are other writers")
      const before = await stored(adapter, record)
      const data = String(Number(before.data) + 1)
      if (!(await adapter.updateAccountRecord({ ...before, data }))) await addOne(tries + 1)
    }
    await Promise.all(startTogether(10, () => addOne()))
    await assertStored(adapter, { ...record, data: "10", version: 11 })
  }),
  recordRule("an update keeps the owner of an account record, and creates none", async (adapter) => {
    const record = newRecord()
    await adapter.createAccountRecord(record)
    const eve = unique("eve")
    const moved = { ...record, userId: eve, data: '"new"', version: 1 }
    await adapter.updateAccountRecord(moved)
    await assertStored(adapter, { ...record, data: '"new"', version: 2 })
    assert.deepEqual(await adapter.listAccountRecords(record.kind, eve), [])
    const absent = newRecord()
    for (const version of [0, 1]) assert.equal(await adapter.updateAccountRecord({ ...absent, version }), false)
    assert.equal(await adapter.getAccountRecord(absent.kind, absent.id), null)
  }),
  recordRule("gives an account record to one of 50 parallel takers", async (adapter) => {
    for (const userId of [unique("ada"), null]) {
      const record = newRecord({ userId })
      await adapter.createAccountRecord(record)
      const takes = await Promise.all(startTogether(50, () => adapter.takeAccountRecord(record.kind, record.id)))
      const got = takes.filter((taken) => taken !== null)
      assert.deepEqual(got, [{ ...record, version: 1 }])
      assert.equal(await adapter.getAccountRecord(record.kind, record.id), null)
      assert.deepEqual(await listed(adapter, record), [])
      assert.equal(await adapter.updateAccountRecord({ ...record, version: 1 }), false)
      assert.equal(await adapter.createAccountRecord(record), true)
      await assertStored(adapter, { ...record, version: 1 })
    }
  }),
  recordRule(
    "an update and a take of one version leave no record, and the take returns what it deleted",
    async (adapter) => {
      for (const round of Array.from({ length: 10 }, (_, index) => index)) {
        const record = newRecord({ data: String(round) })
        await adapter.createAccountRecord(record)
        const [update, take] = [
          async () => adapter.updateAccountRecord({ ...record, data: '"updated"', version: 1 }),
          async () => adapter.takeAccountRecord(record.kind, record.id),
        ]
        const takenFirst = round % 2 === 0 ? take() : undefined
        const [updated, taken] = await Promise.all([update(), takenFirst ?? take()])
        assert.equal(taken?.version, updated ? 2 : 1)
        assert.equal(await adapter.getAccountRecord(record.kind, record.id), null)
        assert.deepEqual(await listed(adapter, record), [])
      }
    },
  ),
  recordRule("touches no account record of another user, kind or id", async (adapter) => {
    const [ada, eve, id] = [unique("ada"), unique("eve"), unique("id")]
    const mine = KINDS.map((kind) => newRecord({ kind, id, userId: ada }))
    const others = KINDS.map((kind) => newRecord({ kind, userId: eve }))
    const more = newRecord({ kind: "factor", userId: ada })
    for (const record of [...mine, ...others, more]) assert.equal(await adapter.createAccountRecord(record), true)
    assert.deepEqual(
      (await adapter.listAccountRecords("factor", ada)).map((row) => row.id).sort(),
      [id, more.id].sort(),
    )
    await adapter.updateAccountRecord({ ...more, data: '"changed"', version: 1 })
    await adapter.takeAccountRecord("attempt", id)
    assert.equal(await adapter.deleteAccountRecords(ada, "factor"), 2)
    assert.equal(await adapter.deleteAccountRecords(ada, "factor"), 0)
    for (const record of mine.slice(2)) await assertStored(adapter, { ...record, version: 1 })
    assert.equal(await adapter.deleteAccountRecords(ada), KINDS.length - 2)
    for (const record of mine) assert.equal(await adapter.getAccountRecord(record.kind, id), null)
    for (const record of others) {
      await assertStored(adapter, { ...record, version: 1 })
      assert.equal((await listed(adapter, record)).length, 1)
    }
  }),
  recordRule("tells similar ids and users of account records apart", async (adapter) => {
    const suffix = unique()
    const names = [...similarTexts(`key-${suffix}`), ...HOSTILE_TEXTS.map((text) => `${text}${suffix}`)]
    const records = [...new Set(names)].map((name) => newRecord({ id: name, userId: name, data: JSON.stringify(name) }))
    for (const record of records) assert.equal(await adapter.createAccountRecord(record), true, record.id)
    for (const record of records) {
      await assertStored(adapter, { ...record, version: 1 })
      assert.deepEqual(await listed(adapter, record), [{ ...record, version: 1 }], record.id)
    }
    for (const [index, record] of records.entries()) {
      assert.equal(await adapter.deleteAccountRecords(record.id), 1, record.id)
      for (const left of records.slice(index + 1, index + 2)) await assertStored(adapter, { ...left, version: 1 })
    }
  }),
  recordRule("finds no account record by a pattern, an operator or a blank (threats 274, 275)", async (adapter) => {
    const bystander = newRecord()
    await adapter.createAccountRecord(bystander)
    const { kind, userId } = bystander
    for (const value of ["", " ", "\0", ...HOSTILE_TEXTS, ...NOT_TEXT]) {
      const text = asType<string>(value)
      const found = [
        await nullIfThrown(() => adapter.getAccountRecord(kind, text)),
        await nullIfThrown(() => adapter.takeAccountRecord(kind, text)),
        await nullIfThrown(() => adapter.getAccountRecord(asType(value), bystander.id)),
        await nullIfThrown(() => adapter.takeAccountRecord(asType(value), bystander.id)),
      ]
      assert.deepEqual(found, [null, null, null, null], JSON.stringify(value))
      assert.ok(!(await nullIfThrown(() => adapter.deleteAccountRecords(text))))
      if (value === undefined) continue // it means all kinds
      assert.ok(!(await nullIfThrown(() => adapter.deleteAccountRecords(userId ?? "", asType(value)))))
    }
    for (const blank of ["", " ", "\0", "\ud800", "x".repeat(256)]) {
      assert.ok(!(await nullIfThrown(() => adapter.createAccountRecord(newRecord({ id: blank })))), blank)
      assert.ok(!(await nullIfThrown(() => adapter.createAccountRecord(newRecord({ userId: blank })))), blank)
      assert.equal(await nullIfThrown(() => adapter.getAccountRecord(kind, blank)), null)
    }
    await assertStored(adapter, { ...bystander, version: 1 })
  }),
  recordRule("reading an account record changes nothing, and its caller can't change it", async (adapter) => {
    const record = newRecord()
    await adapter.createAccountRecord(record)
    const moment = record.expires?.getTime() ?? 0
    record.expires?.setTime(0)
    for (const round of [1, 2, 3]) {
      const read = [await stored(adapter, record), ...(await listed(adapter, record))]
      assert.equal(read.length, 2)
      for (const found of read) {
        assert.deepEqual(found, { ...record, expires: new Date(moment), version: 1 }, `round ${round}`)
        Object.assign(found, { data: "{}", version: 9, userId: "eve" })
        found.expires?.setTime(0)
      }
    }
    assert.equal(await adapter.updateAccountRecord({ ...record, expires: new Date(moment), version: 1 }), true)
  }),
  recordRule("lists more account records of a user than a page holds", async (adapter) => {
    const userId = unique("ada")
    const records = Array.from({ length: 60 }, () => newRecord({ kind: "trusted-device", userId }))
    for (const record of records) await adapter.createAccountRecord(record)
    const found = await adapter.listAccountRecords("trusted-device", userId)
    assert.deepEqual(found.map(({ id }) => id).sort(), records.map(({ id }) => id).sort())
    assert.equal(await adapter.deleteAccountRecords(userId, "trusted-device"), 60)
    assert.deepEqual(await adapter.listAccountRecords("trusted-device", userId), [])
  }),
  rule(
    "deleting a user deletes their account records, and no others",
    [...ACCOUNT_RECORD_OPERATIONS, "createUser", "deleteUser"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const mine = KINDS.map((kind) => newRecord({ kind, userId: ada.id, expires: kind === "factor" ? null : hour() }))
      const others = [newRecord({ userId: eve.id }), newRecord({ kind: "invitation", userId: null })]
      for (const record of [...mine, ...others]) await adapter.createAccountRecord(record)
      await adapter.deleteUser(ada.id)
      for (const record of mine) {
        assert.equal(await adapter.getAccountRecord(record.kind, record.id), null)
        assert.deepEqual(await listed(adapter, record), [])
        assert.equal(await adapter.updateAccountRecord({ ...record, version: 1 }), false)
      }
      for (const record of others) await assertStored(adapter, { ...record, version: 1 })
    },
  ),
  rule(
    "sweeps account records that expired by the given millisecond, and keeps the others",
    [...ACCOUNT_RECORD_OPERATIONS, "deleteExpired"],
    async (adapter) => {
      const moment = SAMPLE_TIMES[0] ?? hoursFromNow(1)
      const userId = unique("ada")
      const times = [new Date(moment.getTime() - 1), moment, new Date(moment.getTime() + 1), null]
      const [before, then, later, never] = times.map((expires) => newRecord({ userId, expires }))
      for (const record of [before, then, later, never]) if (record) await adapter.createAccountRecord(record)
      const first = await adapter.deleteExpired(moment, 1)
      assert.ok((await adapter.listAccountRecords("factor", userId)).length >= 3) // one of a kind, and no more
      assert.ok(first + (await adapter.deleteExpired(moment)) >= 2)
      const left = await adapter.listAccountRecords("factor", userId)
      assert.deepEqual(left.map(({ id }) => id).sort(), [later?.id, never?.id].sort())
      assert.equal(await adapter.getAccountRecord("factor", before?.id ?? ""), null)
      assert.equal(await adapter.getAccountRecord("factor", then?.id ?? ""), null)
    },
  ),
  rule(
    "a transaction that throws leaves no account record",
    [...ACCOUNT_RECORD_OPERATIONS, "transaction"],
    async (adapter) => {
      const [kept, added] = [newRecord(), newRecord()]
      await adapter.createAccountRecord(kept)
      const failed = adapter.transaction(async (within) => {
        await within.createAccountRecord?.(added)
        await within.updateAccountRecord?.({ ...kept, data: '"undone"', version: 1 })
        await within.deleteAccountRecords?.(kept.userId ?? "")
        throw new Error("stop")
      })
      await assert.rejects(failed, /stop/)
      assert.equal(await adapter.getAccountRecord(added.kind, added.id), null)
      await assertStored(adapter, { ...kept, version: 1 })
    },
  ),
]

function recordRule(name: string, check: (adapter: RecordsAdapter) => Promise<void>): Rule {
  return rule(name, ACCOUNT_RECORD_OPERATIONS, check)
}

function newRecord(fields: Partial<NewAccountRecord> = {}): NewAccountRecord {
  return { kind: "factor", id: unique("id"), userId: unique("ada"), data: '{"a":1}', expires: hour(), ...fields }
}

function hour(): Date {
  return hoursFromNow(1)
}

function at<T>(rows: readonly T[], index: number): T {
  const row = rows[index]
  assert.ok(row)
  return row
}

async function stored(adapter: RecordsAdapter, { kind, id }: NewAccountRecord): Promise<AccountRecord> {
  const found = await adapter.getAccountRecord(kind, id)
  assert.ok(found, `no ${kind} ${id}`)
  return found
}

async function assertStored(adapter: RecordsAdapter, record: AccountRecord): Promise<void> {
  assert.deepEqual(await adapter.getAccountRecord(record.kind, record.id), record)
}

async function listed(adapter: RecordsAdapter, { kind, userId }: NewAccountRecord): Promise<AccountRecord[]> {
  return userId === null ? [] : adapter.listAccountRecords(kind, userId)
}
