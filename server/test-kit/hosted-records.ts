import { setImmediate } from "node:timers/promises"

type Fields = Record<string, unknown>
type Columns = Readonly<Record<string, string>>

const EPOCH = new Date(0).toISOString()

/** The schema: column → type. `link:<table>` is a link. */
const TABLES: Readonly<Record<string, Columns>> = {
  svc_users: { email: "string", emailVerified: "datetime", name: "string", image: "string" },
  svc_accounts: {
    user: "link:svc_users",
    ...{ type: "string", provider: "string", providerAccountId: "string", refresh_token: "text", access_token: "text" },
    ...{ expires_at: "int", token_type: "string", scope: "string", id_token: "text", session_state: "string" },
    extra: "text",
  },
  svc_sessions: { sessionToken: "string", expires: "datetime", user: "link:svc_users" },
  svc_users_accounts: { user: "link:svc_users", account: "link:svc_accounts" },
  svc_users_sessions: { user: "link:svc_users", session: "link:svc_sessions" },
  svc_verificationTokens: { identifier: "string", token: "string", expires: "datetime" },
  svc_authenticators: {
    ...{ credentialID: "string", credentialPublicKey: "text", providerAccountId: "string", counter: "int" },
    ...{ credentialDeviceType: "string", credentialBackedUp: "bool", transports: "string", name: "string" },
    ...{ createdAt: "string", lastUsedAt: "string", user: "link:svc_users" },
  },
  svc_account_records: {
    ...{ kind: "string", recordId: "string", owner: "string", data: "text", version: "int", expires: "datetime" },
  },
}

/** Column types whose JSON type isn't a string. */
const JSON_TYPES: Readonly<Record<string, string>> = { int: "number", bool: "boolean" }

/** How often each row was written: the database's own column `xata.version`. */
const VERSIONS = new WeakMap<Fields, number>()

class RejectedOperation extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Store = ReadonlyMap<string, Map<string, Fields>>
/** The rows of each table. */
export type RecordRows = Readonly<Record<string, readonly Fields[]>>

/**
 * Returns a hosted records database in this process. It implements the part of the HTTP API of `@xata.io/client` that
 * rows need, with transactions, `createOnly`, and columns that must exist.
 *
 * @param rows those that it begins with
 */
export function hostedRecords(rows: RecordRows = {}) {
  const byId = (name: string) => new Map(rows[name]?.map((row) => [String(row["id"]), row]))
  const store: Store = new Map(Object.keys(TABLES).map((name) => [name, byId(name)]))
  return {
    databaseURL: "https://app-test1.eu-west-1.xata.sh/db/app", // the client requires a hosted name
    /** Pass it to the client as `fetch`. Parallel requests are carried out one after the other. */
    async fetch(url: string, init?: RequestInit): Promise<Response> {
      await setImmediate()
      return respond(store, new Request(url, init))
    },
    store,
    rows: (): RecordRows => Object.fromEntries(Array.from(store, ([name, byId]) => [name, [...byId.values()]])),
  }
}

async function respond(store: Store, request: Request): Promise<Response> {
  const text = await request.text()
  try {
    if (!/^Bearer \S+$/.test(request.headers.get("authorization") ?? "")) throw new RejectedOperation(401, "no API key")
    const body = text ? (JSON.parse(text) as Fields) : {}
    return Response.json(route(store, { method: request.method, url: new URL(request.url), body }))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return Response.json({ message }, { status: error instanceof RejectedOperation ? error.status : 500 })
  }
}

function route(store: Store, { method, url, body }: { method: string; url: URL; body: Fields }): unknown {
  const path = url.pathname.replace(/^\/db\/app:main/, "")
  if (method === "GET" && path === "") return { schema: { tables: schema() } }
  if (method === "POST" && path === "/transaction") return transaction(store, body["operations"] as Fields[])
  const [, table = "", action, id = ""] = /^\/tables\/(\w+)\/(query|data)(?:\/([^/]+))?$/.exec(path) ?? []
  const rows = requireTable(store, table)
  if (action === "query") return query(store, table, body)
  switch (`${method} ${id ? "row" : "rows"}`) {
    case "PATCH row":
      return toJsonRow(updateRecord(store, { table, id, fields: body }))
    case "DELETE row": {
      const row = rows.get(decodeURIComponent(id)) ?? throwNotFound(id)
      rows.delete(decodeURIComponent(id))
      return toJsonRow(row)
    }
    default:
      throw new RejectedOperation(404, `${method} ${path}`)
  }
}

function schema() {
  return Object.entries(TABLES).map(([name, columns]) => ({
    name,
    columns: Object.entries(columns).map(([column, type]) =>
      type.startsWith("link:")
        ? { name: column, type: "link", link: { table: type.slice(5) } }
        : { name: column, type },
    ),
  }))
}

function requireTable(store: Store, name: string): Map<string, Fields> {
  return store.get(name) ?? throwNotFound(`table ${name}`)
}

function throwNotFound(what: string): never {
  throw new RejectedOperation(404, `${what} not found`)
}

// All or nothing: a failed step undoes the steps before it
function transaction(store: Store, operations: readonly Fields[]): { results: unknown[] } {
  const before = new Map([...store].map(([name, rows]) => [name, new Map(rows)]))
  try {
    return { results: operations.map((operation) => runStep(store, operation)) }
  } catch (error) {
    for (const [name, rows] of before) {
      store.get(name)?.clear()
      for (const [id, row] of rows) store.get(name)?.set(id, row)
    }
    throw new RejectedOperation(400, error instanceof Error ? error.message : String(error))
  }
}

interface Step {
  table: string
  id: string
  record: Fields
  fields: Fields
  createOnly?: boolean
  failIfMissing?: boolean
  ifVersion?: number
}

function runStep(store: Store, operation: Fields): unknown {
  const [[kind = "", given] = []] = Object.entries(operation)
  const parameters = given as Step // the shape of the API's operations
  const { table, id } = parameters
  switch (kind) {
    case "insert":
      return insertRecord(store, parameters)
    case "update":
      return { operation: "update", rows: 1, id: updateRecord(store, parameters)["id"] }
    case "delete": {
      const deleted = requireTable(store, table).delete(id)
      if (!deleted && parameters.failIfMissing) throwNotFound(id)
      return { operation: "delete", rows: deleted ? 1 : 0 }
    }
    default:
      throw new RejectedOperation(400, `no operation ${kind}`)
  }
}

function insertRecord(store: Store, { table, record, createOnly }: Step) {
  const { id: given, ...fields } = record
  const id = typeof given === "string" ? given : `rec_${crypto.randomUUID()}`
  if (!/^[a-zA-Z0-9_~:-]{1,255}$/.test(id)) throw new RejectedOperation(400, "the id is none")
  if (createOnly && requireTable(store, table).has(id)) throw new RejectedOperation(422, "a record with this id exists")
  requireTable(store, table).set(id, { ...requireValidFields(table, fields), id })
  return { operation: "insert", rows: 1, id }
}

function updateRecord(
  store: Store,
  { table, id, fields, ifVersion }: Pick<Step, "table" | "id" | "fields" | "ifVersion">,
): Fields {
  const row = requireTable(store, table).get(decodeURIComponent(id)) ?? throwNotFound(id)
  const version = VERSIONS.get(row) ?? 0
  if (ifVersion !== undefined && ifVersion !== version)
    throw new RejectedOperation(422, `the record is at version ${version}`)
  const updated = { ...row, ...requireValidFields(table, increasedFields(row, fields)) }
  VERSIONS.set(updated, version + 1)
  requireTable(store, table).set(String(row["id"]), updated)
  return updated
}

// `{ $increment: 1 }` adds to the stored number
function increasedFields(row: Fields, fields: Fields): Fields {
  const added = (value: unknown): unknown => Reflect.get(Object(value), "$increment")
  const increased = Object.keys(fields).filter((name) => typeof added(fields[name]) === "number")
  return {
    ...fields,
    ...Object.fromEntries(increased.map((name) => [name, Number(row[name]) + Number(added(fields[name]))])),
  }
}

function requireValidFields(table: string, fields: Fields): Fields {
  for (const [name, value] of Object.entries(fields)) {
    const type = TABLES[table]?.[name]
    if (type === undefined) throw new RejectedOperation(400, `no column ${name} in ${table}`)
    const wanted = JSON_TYPES[type] ?? "string"
    if (value !== null && typeof value !== wanted) throw new RejectedOperation(400, `column ${name} is ${type}`)
    if (type === "datetime" && value !== null && Number.isNaN(Date.parse(String(value))))
      throw new RejectedOperation(400, `no date in ${name}`)
  }
  return fields
}

function query(store: Store, table: string, { filter, columns = ["*"], page, sort }: Fields) {
  const size = (page as { size?: number } | undefined)?.size ?? 20
  const rows = [...requireTable(store, table).values()].filter((row) => matches(row, filter as Fields | undefined))
  const isById = JSON.stringify(sort)?.includes('"id"') // the only order that is asked for
  const found = isById ? rows.toSorted((one, other) => (String(one["id"]) < String(other["id"]) ? -1 : 1)) : rows
  const records = found
    .slice(0, size)
    .map((row) => toJsonRow(expandLinks(store, { table, row, columns: columns as string[] })))
  return { records, meta: { page: { cursor: "end", more: found.length > size, size } } }
}

function matches(row: Fields, filter: Fields = {}): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (name === "$all") return (value as Fields[]).every((part) => matches(row, part))
    const found = row[name.replace(/\.id$/, "")]
    const { $startsWith: start, $le: end, $gt: after } = (value ?? {}) as Readonly<Record<string, unknown>>
    if (name === "id" && typeof after === "string") return String(found) > after
    if (typeof end === "string") return typeof found === "string" && Date.parse(found) <= Date.parse(end)
    if (typeof start === "string") return typeof found === "string" && found.startsWith(start)
    if (name.startsWith("$") || typeof value !== "string")
      throw new RejectedOperation(400, `the filter ${name} is not known here`)
    return found === value
  })
}

// A link is an object with its id, or with the columns that were requested
function expandLinks(store: Store, { table, row, columns }: { table: string; row: Fields; columns: string[] }): Fields {
  const links = Object.entries(TABLES[table] ?? {}).filter(([, type]) => type.startsWith("link:"))
  const expanded = links.map(([name, type]) => {
    const target = requireTable(store, type.slice(5)).get(String(row[name]))
    return [name, target && (columns.includes(`${name}.*`) ? toJsonRow(target) : { id: target["id"] })]
  })
  const xata = { version: VERSIONS.get(row) ?? 0, createdAt: EPOCH, updatedAt: EPOCH }
  return { ...row, ...Object.fromEntries(expanded), xata }
}

// The response omits columns that are null
function toJsonRow(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
}
