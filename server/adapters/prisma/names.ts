import type { TableName } from "../core/tables.ts"
import type { Client, ClientKind } from "./client.ts"
import { read } from "./errors.ts"
import type { MappedModels } from "./models.ts"

/** The database's names of the app's models, for the two kinds of statements that Prisma's queries can't express. */
export interface DatabaseNames {
  /** The table, quoted. */
  table(table: TableName): string
  /** The columns, quoted, by the core's names. */
  columns(table: TableName): Readonly<Record<string, string>>
  /** The columns to read from a table with this alias. Their own aliases number them. */
  aliased(table: TableName, alias: string): string
  /** The placeholder of a parameter. The first is 1. */
  parameter(index: number): string
}

/** The part of Prisma's model at run time that is used here. */
interface RuntimeModel {
  models?: Record<string, { dbName?: string | null; schema?: string | null; fields: readonly RuntimeField[] }>
  enums?: Record<string, { values: readonly { name: string; dbName?: string | null }[] }>
}

interface RuntimeField {
  readonly name: string
  readonly type: string
  readonly dbName?: string | null
}

/** The part of a client's extensions that is used here. Models have their names in the client, or in the schema. */
interface Extensions {
  getAllQueryCallbacks?(property: string, operation: string): readonly unknown[]
  getAllBatchQueryCallbacks?(): readonly unknown[]
  getAllComputedFields?(name: string): object | undefined
  getAllModelExtensions?(name: string): object | undefined
}

/** The tables that SQL reads or locks. */
const READ_TABLES = ["users", "sessions", "accounts", "accountRecords"] as const

/**
 * Returns the names in the database. Returns `undefined` if this version of Prisma doesn't keep them, or if an enum's
 * values have other names there. Also if extensions of the client take part in its reads: they wouldn't see SQL.
 */
export async function databaseNames(
  client: Client,
  mapped: MappedModels,
  { provider }: ClientKind,
): Promise<DatabaseNames | undefined> {
  const runtime = Reflect.get(client, "_runtimeDataModel") as RuntimeModel | undefined // internal, so each part is checked
  if (!runtime?.models || READ_TABLES.some((table) => isExtended(client, mapped, table))) return undefined
  const model = (table: TableName) => runtime.models?.[mapped.models[table].name]
  const fields = (table: TableName) => {
    const fieldsByName = new Map(model(table)?.fields.map((field) => [field.name, field]))
    return Object.entries(mapped.columns[table]).map(([core, { property }]) => ({
      core,
      field: fieldsByName.get(property),
    }))
  }
  const isPlain = (field: RuntimeField | undefined) =>
    field !== undefined &&
    (runtime.enums?.[field.type]?.values ?? []).every(({ dbName, name }) => (dbName ?? name) === name)
  if (!READ_TABLES.flatMap(fields).every(({ field }) => isPlain(field))) return undefined
  // SQLite has none
  const driverSchema = provider === "sqlite" ? "" : await loadSchema(client)
  if (driverSchema === undefined) return undefined
  const columns: DatabaseNames["columns"] = (table) =>
    Object.fromEntries(fields(table).map(({ core, field }) => [core, quoted(field?.dbName ?? field?.name ?? core)]))
  return {
    table(table) {
      const { dbName, schema } = model(table) ?? {}
      return [schema ?? driverSchema, dbName ?? mapped.models[table].name].filter(Boolean).map(quoted).join(".")
    },
    columns,
    aliased(table, alias) {
      // Prisma reads a text without a zone as a local time, but only in SQL
      const isText = (core: string) => provider === "sqlite" && mapped.columns[table][core]?.column.name === "DateTime"
      const names = Object.entries(columns(table)).map(([core, name]) => ({ core, name: `${alias}.${name}` }))
      const read = names.map(({ core, name }) => (isText(core) ? `cast(${name} as text)` : name))
      return read.map((expression, index) => `${expression} as ${alias}${index}`).join(", ")
    },
    parameter: (index) => (provider === "sqlite" ? "?" : `$${index}`),
  }
}

/** Returns whether an extension sees a read of a model, or changes what it returns. */
function isExtended(client: Client, { models, columns }: MappedModels, table: TableName): boolean {
  const extensions = Reflect.get(client, "_extensions") as Extensions | undefined // internal, so each part is checked
  const { property, name } = models[table]
  const callbacks = [
    extensions?.getAllQueryCallbacks?.(property, "findMany"),
    extensions?.getAllBatchQueryCallbacks?.(),
  ]
  if (callbacks.some((list) => list?.length !== 0)) return true
  const ownNames = { ...extensions?.getAllComputedFields?.(name), ...extensions?.getAllModelExtensions?.(name) }
  return ["findMany", ...Object.values(columns[table]).map((column) => column.property)].some((one) => one in ownNames)
}

/** A driver of Prisma, before it is connected. */
interface DriverFactory {
  connect?(): Promise<{ getConnectionInfo?(): { schemaName?: string | undefined } }>
}

/** Schemas by the driver, because an adapter may be created for each transaction. */
const SCHEMAS = new WeakMap<DriverFactory, Promise<string | undefined>>()

/**
 * Returns the schema that the app chose for its driver. Prisma's own queries name it, whatever the `search_path` is, so
 * SQL must name it too. Returns `undefined` for a client without a driver, or with one that doesn't say it.
 */
async function loadSchema(client: Client): Promise<string | undefined> {
  const factory = read(read(client, "_engineConfig"), "adapter") as DriverFactory | undefined // of the app
  if (!factory?.connect) return undefined
  // A driver opens a connection with its first query. To end it could end the app's own pool
  const loading = SCHEMAS.get(factory) ?? readSchema(factory)
  SCHEMAS.set(factory, loading)
  return loading
}

async function readSchema(factory: DriverFactory): Promise<string | undefined> {
  try {
    const driver = await factory.connect?.()
    return driver?.getConnectionInfo?.().schemaName ?? "public"
  } catch {
    return undefined // Prisma's own query reports why
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
