/** The part of the client's table that is used here. */
export interface RecordTable {
  filter(filter: Record<string, unknown>): {
    select(columns: string[]): {
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
  | { insert: { table: LayoutTable; record: Record<string, unknown>; createOnly: true } }
  | { update: { table: LayoutTable; id: string; fields: Record<string, unknown>; ifVersion?: number } }
  | { delete: { table: LayoutTable; id: string; failIfMissing?: boolean } }

/** A client of `@xata.io/client` whose database has the layout's tables. */
export interface RecordsClient {
  db: Record<string, RecordTable>
  transactions: { run(operations: never): PromiseLike<unknown> }
  getConfig(): PromiseLike<{ branch: string; databaseURL: string }>
}

export type LayoutTable =
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

/** Values that columns have, or conditions that they meet. */
export type Filter = Readonly<Record<string, string | { $gt: string } | { $startsWith: string } | { $le: string }>>

interface FindOptions {
  /** The columns to read. @default all of the table */
  readonly columns?: readonly string[]
  /** The column that sorts the rows, and how many to return. @default all of them */
  readonly page?: { readonly sort: string; readonly size: number } | undefined
}

/** The client in the form that the adapter uses. */
export interface Records {
  find(table: LayoutTable, filter: Filter, options?: FindOptions): Promise<readonly RecordRow[]>
  update(table: LayoutTable, id: string, fields: Record<string, unknown>): Promise<RecordRow | null>
  /** Deletes the row and returns it. Of several parallel calls, only one gets it. */
  remove(table: LayoutTable, id: string): Promise<RecordRow | null>
  run(steps: readonly RecordStep[]): Promise<void>
}

/** The most rows of a page that the database returns. */
const MAX_PAGE = 1000
// The client caches queries, by default for a millisecond. Within that time it would still return a session that just
// ended
const UNCACHED = { cache: -1 }

/** Wraps `client`. */
export function createRecords(client: RecordsClient): Records {
  const table = (name: LayoutTable): RecordTable => {
    const table = client.db[name]
    if (!table) throw new TypeError(`The client has no table ${name}`)
    return table
  }
  return {
    async find(name, filter, { columns = ["*"], page } = {}) {
      const selected = table(name)
        .filter({ ...filter })
        .select([...columns])
      const rows = await (page
        ? selected.sort(page.sort).getMany({ ...UNCACHED, pagination: { size: Math.min(page.size, MAX_PAGE) } })
        : selected.getAll(UNCACHED))
      return rows.map(toRecordRow).filter((row) => row !== null)
    },
    update: async (name, id, fields) => toRecordRow(await table(name).update(id, fields)),
    remove: async (name, id) => toRecordRow(await table(name).delete(id)),
    run: async (steps) => void (await client.transactions.run(steps as never)), // its type only knows the app's own tables
  }
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

/** Returns a row id that is a hash of the row's key. So the database itself rejects a second row with the same key. */
export async function hashId(kind: string, ...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)))
  return `${kind}_${btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "")}`
}
