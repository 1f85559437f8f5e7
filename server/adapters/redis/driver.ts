import { canonicalEmail } from "../../providers/email-address.ts"
import type { Adapter } from "../contract.ts"
import { rejectRow, RowsChanged } from "../core/errors.ts"
import { matches, sorted } from "../core/match.ts"
import { optimisticTransactions } from "../core/optimistic.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import { OWNED_TABLES } from "../core/users.ts"
import { equalValues, type Condition, type Driver, type Row, type Selection } from "../core/verbs.ts"
import { isKey } from "../values.ts"
import { decodeRow, emailKey, encodeRow, fromObject, listKey, ownerKey, rowKey } from "./rows.ts"
import * as scripts from "./scripts.ts"
import type { Store } from "./store.ts"

/** The command that reads an account record's hash, and its fields. */
const READ_RECORD = ["HMGET", "id", "user", "data", "expires", "version"] as const

/**
 * Creates the driver of Redis. Redis deletes expired rows by itself. An account record is a hash, and each other row a
 * text. Each user has lists of the keys of their rows, scored by when they expire.
 *
 * @param getUser loads users that another adapter stores
 */
export function redisDriver(store: Store, getUser?: NonNullable<Adapter["getUser"]>): Driver {
  const key = (table: TableName, row: Row) => rowKey(store, table, row)
  /** The texts that Redis stores, of rows that a transaction may change. */
  const texts = new WeakMap<Row, string>()
  const select = async (selection: Selection): Promise<readonly Row[]> => {
    const { table, where, order } = selection
    const values = equalValues(where)
    const replies = await read(store, selection)
    const rows = replies.flatMap((reply) => {
      const row = table === "accountRecords" ? parseRecord(values["kind"], reply) : decodeRow(table, reply)
      if (row && typeof reply === "string") texts.set(row, reply)
      return toList(row)
    })
    // Redis lists users in the order of their keys. It finds their addresses in canonical form
    if (table === "users") return rows.map((row) => ({ ...row, ...values }))
    const matching = rows.filter((row) => matches(row, where))
    return order ? sorted(matching, [order]) : matching
  }
  const update = async (table: TableName, set: Row, where: readonly Condition[]): Promise<readonly Row[]> => {
    const values = equalValues(where)
    if (table === "accountRecords") {
      const fields = [String(set["data"]), toTime(set["expires"]), String(values["version"]), String(set["version"])]
      const isUpdated = (await store.script(scripts.UPDATE_RECORD, [key(table, values)], fields)) === 1
      return isUpdated ? [{ ...values, ...set }] : []
    }
    for (;;) {
      const before = await store.command("GET", key(table, values))
      const row = decodeRow(table, before)
      if (!row || !matches(row, where)) return []
      const after = { ...row, ...set }
      const reply = await replace(store, { table, before: String(before), row, after })
      if (reply === 1) return [after]
      if (reply === 2) throw rejectRow(table)
    }
  }
  return {
    select,
    lock: (table, where) => select({ table, where }),
    update,
    async insert(table, row) {
      const list = listKey(store, table, row)
      const text = encodeRow(store, table, row)
      const owner = TABLES[table].owned && !getUser ? [ownerKey(store, row)] : []
      const reply =
        table === "users"
          ? store.script(scripts.CREATE_USER, [key(table, row), list], [text, emailKey(store, row)])
          : store.script(scripts.INSERT_OWNED, [key(table, row), list, ...owner], [text, toTime(row["expires"])])
      if ((await reply) !== 1) throw rejectRow(table)
      return row
    },
    async insertIgnore(table, row) {
      if (table === "counters")
        return (await store.command("SET", key(table, row), "1", "NX", "PX", toTtl(row))) === "OK"
      const list = listKey(store, "accountRecords", row)
      const values = [String(row["id"]), String(row["userId"] ?? ""), String(row["data"]), toTime(row["expires"]), list]
      return (await store.script(scripts.CREATE_RECORD, [key(table, row)], values)) === 1
    },
    async remove(table, where) {
      const values = equalValues(where)
      if (table === "accountRecords")
        return toList(parseRecord(values["kind"], await store.script(scripts.TAKE_RECORD, [key(table, values)])))
      // A token's own key names its list
      const row =
        table === "verificationTokens" ? values : decodeRow(table, await store.command("GET", key(table, values)))
      if (!row) return []
      const keys = [key(table, row), listKey(store, table, row)]
      return toList(decodeRow(table, await store.script(scripts.DELETE_OWNED, keys)))
    },
    async erase(table, where) {
      const values = equalValues(where)
      if (table === "counters") return Number(await store.command("DEL", key(table, values)))
      const list = listKey(store, table, values)
      if ("token" in values)
        return Number((await store.script(scripts.DELETE_OWNED, [key(table, values), list])) !== null)
      const start = keyPrefix(store, "token", values["identifier"]) + keyPrefix(store, "record", values["kind"])
      const exception = where.find(([, operator]) => operator === "<>")
      const except = exception && key(table, { [exception[0]]: exception[2] })
      return deleteListed(store, list, { start, except })
    },
    add: async (row) => Number(await store.script(scripts.INCREMENT, [key("counters", row)], [toTtl(row)])),
    subtract: async (name) => void (await store.script(scripts.DECREMENT, [key("counters", { key: name })])),
    async withUser(table, given, withPassword = false) {
      if (table === "accounts") {
        const user = decodeRow("users", await store.script(scripts.READ_USER_BY_KEY, [key(table, given)]))
        return user && { row: given, user }
      }
      const readsPassword = withPassword && !getUser
      const starts = [key("users", { id: "" }), key("accountRecords", { kind: "password", id: "" })]
      const reply = await store.script(scripts.READ_SESSION, [key(table, given)], readsPassword ? starts : [])
      const [first, second, third] = toReplies(reply)
      const row = decodeRow(table, first)
      if (!row) return null
      const loaded = await getUser?.(String(row["userId"]))
      const user = getUser ? loaded && fromObject("users", loaded) : decodeRow("users", second)
      return user ? { row, user, password: readsPassword ? parseRecord("password", third) : undefined } : null
    },
    // Only an account is read and then changed. A script deletes a user with all their rows
    transaction: optimisticTransactions({
      snapshot: async (selection) => ({ selection, rows: await select(selection), fingerprint: "" }),
      async commit(snapshots, writes) {
        const [row] = snapshots.flatMap(({ rows }) => rows)
        const [write] = writes
        if (!row || write?.verb !== "update") throw new TypeError("Redis has no transactions")
        const change = { table: write.table, before: texts.get(row) ?? "", row, after: { ...row, ...write.set } }
        if ((await replace(store, change)) !== 1) throw new RowsChanged()
      },
    }),
  }
}

/** Deletes a user with all their rows, and returns it. */
export async function deleteUserRows(store: Store, id: string): Promise<Row | null> {
  const key = rowKey(store, "users", { id })
  const user = decodeRow("users", await store.command("GET", key))
  if (user?.["email"]) await deleteTokensFor(store, canonicalEmail(String(user["email"])))
  const owned = OWNED_TABLES.map((table) => listKey(store, table, { userId: id }))
  return decodeRow("users", await store.script(scripts.DELETE_USER, [key, listKey(store, "users", {}), ...owned]))
}

/** Deletes all tokens of an address, for its links and its codes. */
export async function deleteTokensFor(store: Store, identifier: string): Promise<void> {
  if (isKey("identifier", identifier)) await deleteListed(store, listKey(store, "verificationTokens", { identifier }))
}

async function deleteListed(store: Store, list: string, { start = "", except = "" } = {}): Promise<number> {
  return Number(await store.script(scripts.DELETE_LISTED, [list], [start, except]))
}

/** Returns what Redis stores of rows: by their key, by the address of a user, or of all that a list names. */
async function read(store: Store, { table, where, limit }: Selection): Promise<readonly unknown[]> {
  const values = equalValues(where)
  const [command, ...fields] = table === "accountRecords" ? READ_RECORD : (["GET"] as const)
  if (TABLES[table].key.every((name) => name in values))
    return [await store.command(command, rowKey(store, table, values), ...fields)]
  if ("email" in values) return [await store.script(scripts.READ_USER_BY_KEY, [emailKey(store, values)])]
  const list = listKey(store, table, values)
  if (table === "users") {
    const [[, , after] = []] = where
    const start = after === undefined ? "-" : `(${rowKey(store, table, { id: after })}`
    return toReplies(await store.script(scripts.LIST_USERS, [list], [start, String(limit)]))
  }
  const start = keyPrefix(store, "record", values["kind"])
  return toReplies(await store.script(scripts.LIST_OWNED, [list], [start, command, ...fields]))
}

interface Replacement {
  readonly table: TableName
  /** The text that Redis must still store. */
  readonly before: string
  readonly row: Row
  readonly after: Row
}

/** Replaces a row. Returns 1 if it did, 0 if another request has changed the row, and 2 if the address is taken. */
function replace(store: Store, { table, before, row, after }: Replacement): Promise<unknown> {
  const key = rowKey(store, table, row)
  const text = encodeRow(store, table, after)
  if (table === "users")
    return store.script(scripts.UPDATE_USER, [key, listKey(store, table, row)], [before, text, emailKey(store, after)])
  const lists = [row, after].map((one) => listKey(store, table, one))
  return store.script(scripts.REPLACE_OWNED, [key, ...lists], [before, text, toTime(after["expires"])])
}

function parseRecord(kind: unknown, fields: unknown): Row | null {
  const [id, userId, data, expires, version]: unknown[] = toReplies(fields)
  if (typeof id !== "string" || typeof data !== "string") return null
  return {
    kind,
    id,
    userId: userId ? String(userId) : null,
    data,
    version: Number(version),
    expires: expires ? Number(expires) : null,
  }
}

/** Returns the beginning of keys whose first part is given, or "". */
const keyPrefix = (store: Store, kind: string, part: unknown): string =>
  typeof part === "string" ? store.key(kind, part, "") : ""

const toReplies = (reply: unknown): unknown[] => (Array.isArray(reply) ? reply : [])

const toList = (row: Row | null): readonly Row[] => (row ? [row] : [])

/** Returns milliseconds since the epoch, or "" if the row never expires. */
const toTime = (expires: unknown): string => (typeof expires === "number" ? String(expires) : "")

// One minute longer, because the clocks of Redis and the app may differ
const toTtl = ({ expires }: Row): string => String(Math.max(0, Number(expires) - Date.now()) + 60_000)
