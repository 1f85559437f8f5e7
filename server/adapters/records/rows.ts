import { keyOrder, matches, sorted } from "../core/match.ts"
import type { TableName } from "../core/tables.ts"
import { equalValues, type Condition, type Row, type Selection } from "../core/verbs.ts"
import {
  hashId,
  rowVersion,
  toRecordRow,
  type Filter,
  type RecordRow,
  type Records,
  type RecordStep,
} from "./client.ts"
import { decodeFields, encodeFields, encodeRow, rowId, type Layout, type Shape } from "./layout.ts"

/** The identifier of a lock row. It isn't an email address. */
const ADDRESS_LOCK = "latchkit:address-lock"
const FAR_FUTURE = "9999-12-31T23:59:59.999Z"
const TOKENS = "svc_verificationTokens"

/**
 * Reads rows of the layout, and returns the steps that write them.
 *
 * Each address has a lock row, whose id is a hash of the address, so the database rejects a second user with it. The
 * layout has no table for locks, so these rows are in `svc_verificationTokens`. They never expire, and no magic link
 * matches them.
 */
export class RecordRows {
  readonly #records: Records
  readonly #layout: Layout
  /** The database's own rows, for their ids and versions. */
  readonly #origins = new WeakMap<Row, RecordRow>()

  constructor(records: Records, layout: Layout) {
    this.#records = records
    this.#layout = layout
  }

  /** Returns the rows of a selection, or none if the database doesn't have the table. */
  async find({ table, where, order, limit }: Selection): Promise<readonly Row[]> {
    const shape = this.#layout[table]
    if (!shape) return []
    const columns = ["*", "xata.version", ...(shape.columns["userId"] === "user" ? ["user.id"] : [])]
    const page = limit === undefined ? undefined : { sort: order?.[0] ?? "id", size: limit }
    const storedRows = await this.#records.find(shape.name, await toFilter(table, shape, where), { columns, page })
    const rows = storedRows.map((stored) => this.decode(table, shape, stored))
    if (page?.sort === "id") return rows // the database has its own order of ids
    return sorted(
      rows.filter((row) => matches(row, where)),
      [...(order ? [order] : []), ...keyOrder(table)],
    )
  }

  /** Returns the rows with their users. */
  async findWithUser(table: TableName, where: readonly Condition[]) {
    const { [table]: shape, users } = this.#layout
    if (!shape || !users) return []
    const columns = ["*", "user.*"]
    const storedRows = await this.#records.find(shape.name, await toFilter(table, shape, where), { columns })
    return storedRows.flatMap((stored) => {
      const user = toRecordRow(stored["user"])
      return user ? [{ row: decodeFields(table, shape, stored), user: decodeFields("users", users, user) }] : []
    })
  }

  decode(table: TableName, shape: Shape, stored: RecordRow): Row {
    const row = decodeFields(table, shape, stored)
    this.#origins.set(row, stored)
    return row
  }

  /** Returns a text that differs if one of the rows was written meanwhile. */
  versions(rows: readonly Row[]): string {
    return JSON.stringify(rows.map((row) => [this.id(row), rowVersion(this.#origin(row))]))
  }

  /** Returns the database's id of a row that {@link find} returned. */
  id(row: Row): string {
    return this.#origin(row).id
  }

  #origin(row: Row): RecordRow {
    return this.#origins.get(row) ?? { id: "" }
  }

  /** Returns whether the address has a lock. Users of other adapters of this layout have none. */
  async isLocked(email: string): Promise<boolean> {
    return (await this.#records.find(TOKENS, { id: await hashId("e", email) })).length > 0
  }

  async insertion(table: TableName, row: Row): Promise<readonly RecordStep[]> {
    const shape = this.#layout[table]
    if (!shape) throw new TypeError(`The database has no table for ${table}`)
    const record = await encodeRow(table, shape, row)
    const { link } = shape
    return [
      ...(await lockSteps(row["email"])),
      create(shape.name, record),
      ...(link ? [create(link.name, { id: record["id"], user: row["userId"], [link.column]: record["id"] })] : []),
    ]
  }

  async change(table: TableName, row: Row, set: Row): Promise<readonly RecordStep[]> {
    const shape = this.#layout[table]
    if (!shape) return []
    const { email: before } = row
    const { email: after = before } = set
    const { id } = this.#origin(row)
    const ifVersion = rowVersion(this.#origin(row))
    return [
      ...(before === after ? [] : [...(await unlockSteps(before)), ...(await lockSteps(after))]),
      { update: { table: shape.name, id, fields: encodeFields(shape, set), ifVersion } },
    ]
  }

  /** Returns the steps that delete rows, and what links them to their users. */
  async removal(table: TableName, rows: readonly Row[]): Promise<readonly RecordStep[]> {
    const shape = this.#layout[table]
    if (!shape) return []
    const locks = await Promise.all(rows.map(({ email }) => unlockSteps(email)))
    const steps = rows.map((row): RecordStep => ({ delete: { table: shape.name, id: this.id(row) } }))
    return [...(shape.link ? await this.#unlinking(shape.link, rows) : []), ...locks.flat(), ...steps]
  }

  async #unlinking({ name, column }: NonNullable<Shape["link"]>, rows: readonly Row[]): Promise<readonly RecordStep[]> {
    const owners = [...new Set(rows.map(({ userId }) => String(userId)))]
    const columns = ["id", "user.id", `${column}.id`]
    const links = await Promise.all(owners.map((owner) => this.#records.find(name, { "user.id": owner }, { columns })))
    const ids = new Set(rows.map((row) => this.id(row)))
    const own = links.flat().filter((link) => ids.has(toRecordRow(link[column])?.id ?? ""))
    return own.map(({ id }) => ({ delete: { table: name, id } }))
  }
}

/** Returns the part of the conditions that the database checks. It may find more rows. */
async function toFilter(table: TableName, { columns }: Shape, where: readonly Condition[]): Promise<Filter> {
  const values = equalValues(where)
  if (table === "accountRecords" && "id" in values) return { id: await rowId(table, values) }
  const filters = where.flatMap(([name, operator, value]): [string, Filter[string]][] => {
    const column = columns[name] ?? name
    if (operator === "=" && typeof value === "string") return [[column === "user" ? "user.id" : column, value]]
    if (name === "id" && operator === ">") return [[column, { $gt: String(value) }]]
    if (name === "identifier" && operator === ">=") return [[column, { $startsWith: String(value) }]]
    if (name === "expires" && operator === "<=") return [[column, { $le: new Date(value).toISOString() }]]
    return []
  })
  return Object.fromEntries(filters)
}

function create(table: Shape["name"], record: Record<string, unknown>): RecordStep {
  return { insert: { table, record, createOnly: true } }
}

async function lockSteps(email: unknown): Promise<readonly RecordStep[]> {
  if (typeof email !== "string") return []
  const id = await hashId("e", email)
  // With an expiry, so that a job that deletes expired tokens keeps it
  return [create(TOKENS, { id, identifier: ADDRESS_LOCK, token: id, expires: FAR_FUTURE })]
}

async function unlockSteps(email: unknown): Promise<readonly RecordStep[]> {
  return typeof email === "string" ? [{ delete: { table: TOKENS, id: await hashId("e", email) } }] : []
}
