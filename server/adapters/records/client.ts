/** A table of the client, as far as it is used. */
export interface RecordTable {
  filter(filter: Record<string, unknown>): {
    select(columns: string[]): {
      getFirst(options: { cache: number }): PromiseLike<unknown>
      getAll(options: { cache: number }): PromiseLike<unknown[]>
    }
  }
  update(id: string, fields: Record<string, unknown>): PromiseLike<unknown>
  delete(id: string): PromiseLike<unknown>
}

/** A step of a transaction; all of its steps are taken, or none. */
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

/** A row with its id; links are rows where they were selected. */
export type RecordRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The client as the adapter uses it. */
export interface Records {
  /** The first row that has exactly these values; text only, so that nothing in it is read as an operator. */
  first(table: TableName, filter: Readonly<Record<string, string>>, columns?: string[]): Promise<RecordRow | null>
  all(table: TableName, filter: Readonly<Record<string, string>>, columns?: string[]): Promise<RecordRow[]>
  /** All rows whose `column` starts with `text`. */
  startingWith(table: TableName, column: string, text: string): Promise<RecordRow[]>
  update(table: TableName, id: string, fields: Record<string, unknown>): Promise<RecordRow | null>
  /** Answers the row to the one caller who deleted it. */
  remove(table: TableName, id: string): Promise<RecordRow | null>
  run(steps: readonly RecordStep[]): Promise<void>
}

// The client answers a query that it has asked before within its cache's time, which as it comes is the millisecond: a
// session that was just ended would still be there
const UNCACHED = { cache: -1 }

/** The rows of `client`. */
export function createRecords(client: RecordsClient): Records {
  const table = (name: TableName): RecordTable => {
    const found = client.db[name]
    if (!found) throw new TypeError(`The client has no table ${name}`)
    return found
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
    update: async (name, id, fields) => toRecordRow(await table(name).update(id, fields)),
    remove: async (name, id) => toRecordRow(await table(name).delete(id)),
    run: async (steps) => void (await client.transactions.run(steps as never)), // its type knows the app's own tables only
  }
}

// The client leaves out a condition whose value is undefined, and so would find anything
function textValues(filter: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(filter)) {
    if (typeof value !== "string") throw new TypeError(`The filter on ${name} holds no text`)
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

/** What the client found, when it is a row. */
export function toRecordRow(found: unknown): RecordRow | null {
  if (typeof found !== "object" || found === null || typeof Reflect.get(found, "id") !== "string") return null
  return found as RecordRow // an object with an id
}

/** How often a row was written, where `xata.version` was selected. */
export function rowVersion(row: RecordRow): number {
  const { xata } = row
  return Number(typeof xata === "object" && xata !== null ? Reflect.get(xata, "version") : undefined)
}

/** The id of a row whose key these parts are: a second row of the same key is refused by the database itself. */
export async function hashId(kind: string, ...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)))
  return `${kind}_${btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "")}`
}
