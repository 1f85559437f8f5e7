/** The part of the client's table that is used here. */
export interface RecordTable {
  filter(filter: Record<string, unknown>): {
    select(columns: string[]): {
      getFirst(options: { cache: number }): PromiseLike<unknown>
      getAll(options: { cache: number }): PromiseLike<unknown[]>
      sort(column: string): {
        getMany(options: { cache: number; pagination: { size: number } }): PromiseLike<unknown[]>
      }
    }
  }
  update(id: string, fields: Record<string, unknown>): PromiseLike<unknown>
  delete(id: string): PromiseLike<unknown>
}

/** A step of a transaction. All steps are carried out, or none. */
export type RecordStep =
  | { insert: { table: TableName; record: Record<string, unknown>; createOnly: true } }
  | { update: { table: TableName; id: string; fields: Record<string, unknown>; ifVersion?: number } }
  | { delete: { table: TableName; id: string; failIfMissing?: boolean } }

/** A client of `@xata.io/client` whose database has the layout's tables. */
export interface RecordsClient {
  db: Record<string, RecordTable>
  transactions: { run(operations: never): PromiseLike<unknown> }
  getConfig(): PromiseLike<{ branch: string; databaseURL: string }>
}

export type TableName =
  | "svc_users"
  | "svc_accounts"
  | "svc_sessions"
  | "svc_users_accounts"
  | "svc_users_sessions"
  | "svc_verificationTokens"
  | "svc_authenticators"
  | "svc_account_records"

/** A row with its id. A link that was selected is the linked row. */
export type RecordRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The client in the form that the adapter uses. */
export interface Records {
  /**
   * Returns the first row with exactly these values. Only text is accepted, so that no value is read as an operator.
   */
  first(table: TableName, filter: Readonly<Record<string, string>>, columns?: string[]): Promise<RecordRow | null>
  all(table: TableName, filter: Readonly<Record<string, string>>, columns?: string[]): Promise<RecordRow[]>
  /** Returns all rows whose `column` starts with `text`. */
  startingWith(table: TableName, column: string, text: string): Promise<RecordRow[]>
  /** Returns at most `size` rows whose id comes after `id`, in the order of their ids. */
  after(table: TableName, id: string | undefined, size: number): Promise<RecordRow[]>
  /** Returns rows that expire at `now` or earlier: `limit` at most, and no more than the database's own limit. */
  until(table: TableName, now: Date, limit?: number): Promise<RecordRow[]>
  update(table: TableName, id: string, fields: Record<string, unknown>): Promise<RecordRow | null>
  /** Deletes the row and returns it. Of several parallel calls, only one gets it. */
  remove(table: TableName, id: string): Promise<RecordRow | null>
  run(steps: readonly RecordStep[]): Promise<void>
}

/** The most rows of a page that the database returns. */
const MAX_PAGE = 1000
// The client caches queries, by default for a millisecond. Within that time it would still return a session that just
// ended
const UNCACHED = { cache: -1 }

/** Wraps `client`. */
export function createRecords(client: RecordsClient): Records {
  const table = (name: TableName): RecordTable => {
    const table = client.db[name]
    if (!table) throw new TypeError(`The client has no table ${name}`)
    return table
  }
  return {
    first: async (name, filter, columns = ["*"]) =>
      exactMatch(await table(name).filter(textValues(filter)).select(columns).getFirst(UNCACHED), filter),
    async all(name, filter, columns = ["*"]) {
      const rows = await table(name).filter(textValues(filter)).select(columns).getAll(UNCACHED)
      return rows.map((row) => exactMatch(row, filter)).filter((row) => row !== null)
    },
    async startingWith(name, column, text) {
      const rows = await table(name)
        .filter({ [column]: { $startsWith: String(text) } })
        .select(["*"])
        .getAll(UNCACHED)
      return rows.map(toRecordRow).filter((row): row is RecordRow => String(row?.[column]).startsWith(text))
    },
    async after(name, id, size) {
      const rows = await table(name)
        .filter(id === undefined ? {} : { id: { $gt: String(id) } })
        .select(["*"])
        .sort("id")
        .getMany({ ...UNCACHED, pagination: { size } })
      return rows.map(toRecordRow).filter((row) => row !== null)
    },
    async until(name, now, limit = Infinity) {
      const selected = table(name)
        .filter({ expires: { $le: now.toISOString() } })
        .select(["*"])
      const rows = await (limit < Infinity
        ? selected.sort("expires").getMany({ ...UNCACHED, pagination: { size: Math.min(limit, MAX_PAGE) } })
        : selected.getAll(UNCACHED))
      return rows.map(toRecordRow).filter((row): row is RecordRow => row !== null && isUntil(row["expires"], now))
    },
    update: async (name, id, fields) => toRecordRow(await table(name).update(id, fields)),
    remove: async (name, id) => toRecordRow(await table(name).delete(id)),
    run: async (steps) => void (await client.transactions.run(steps as never)), // its type only knows the app's own tables
  }
}

// The client turns a null date into the epoch
function isUntil(value: unknown, now: Date): boolean {
  if (typeof value !== "string" && !(value instanceof Date)) return false
  const time = new Date(value).getTime()
  return time > 0 && time <= now.getTime()
}

// The client drops a condition whose value is undefined, and so would match any row
function textValues(filter: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(filter)) {
    if (typeof value !== "string") throw new TypeError(`The filter on ${name} isn't text`)
  }
  return { ...filter }
}

function exactMatch(found: unknown, filter: Readonly<Record<string, string>>): RecordRow | null {
  const row = toRecordRow(found)
  if (!row) return null
  const same = Object.entries(filter).every(([path, value]) => valueAt(row, path) === value)
  return same ? row : null
}

function valueAt(row: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined), row)
}

/** Returns the client's result if it is a row, otherwise `null`. */
export function toRecordRow(found: unknown): RecordRow | null {
  if (typeof found !== "object" || found === null || typeof Reflect.get(found, "id") !== "string") return null
  return found as RecordRow // an object with an id
}

/** Returns how often a row was written, if `xata.version` was selected. */
export function rowVersion(row: RecordRow): number {
  const { xata } = row
  return Number(typeof xata === "object" && xata !== null ? Reflect.get(xata, "version") : undefined)
}

/** How often a row is created again, if the other row with its id is gone. */
const TRIES = 5

/**
 * Creates a row. Returns `false` if there is one with this id, which the database tells no other way than by an error.
 */
export async function createRow(create: () => Promise<void>, find: () => Promise<unknown>): Promise<boolean> {
  for (let turn = 1; ; turn++) {
    try {
      await create()
      return true
    } catch (error) {
      if (await find()) return false
      if (turn === TRIES) throw error // otherwise the other row may have been deleted meanwhile
    }
  }
}

/** Returns a row id that is a hash of the row's key. So the database itself rejects a second row with the same key. */
export async function hashId(kind: string, ...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)))
  return `${kind}_${btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "")}`
}
