import type { TableName } from "../core/tables.ts"
import type { Client, ClientKind } from "./client.ts"
import type { MappedModel, MappedModels } from "./models.ts"

/** The database's names of the app's models, for the two statements that Prisma's queries can't express. */
export interface DatabaseNames {
  /** The table, quoted. */
  table(table: TableName): string
  /** The columns, quoted, by the core's names. */
  columns(table: TableName): Readonly<Record<string, string>>
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

/**
 * Returns the names in the database. Returns `undefined` if this version of Prisma doesn't keep them. Also for a client
 * with extensions, which wouldn't see SQL, and for enums whose values have other names in the database.
 */
export function databaseNames(
  client: Client,
  { models }: MappedModels,
  { provider }: ClientKind,
): DatabaseNames | undefined {
  const runtime = Reflect.get(client, "_runtimeDataModel") as RuntimeModel | undefined // internal, so each part is checked
  const extensions = Reflect.get(client, "_extensions") as { isEmpty?(): boolean } | undefined
  if (!runtime?.models || extensions?.isEmpty?.() !== true) return undefined
  const fields = (model: MappedModel) =>
    new Map(runtime.models?.[model.name]?.fields.map((field) => [field.name, field]))
  const isPlain = (field: RuntimeField | undefined) =>
    field !== undefined &&
    (runtime.enums?.[field.type]?.values ?? []).every(({ dbName, name }) => (dbName ?? name) === name)
  const isKnown = (model: MappedModel) => {
    const modelFields = fields(model)
    return Object.values(model.fields).every(({ property }) => isPlain(modelFields.get(property)))
  }
  if (![models.users, models.sessions, models.accounts].every(isKnown)) return undefined
  return {
    table(table) {
      const { name } = models[table]
      const { dbName, schema } = runtime.models?.[name] ?? {}
      return `${schema ? `${quoted(schema)}.` : ""}${quoted(dbName ?? name)}`
    },
    columns(table) {
      const modelFields = fields(models[table])
      const mapped = Object.entries(models[table].fields)
      return Object.fromEntries(
        mapped.map(([core, { property }]) => [core, quoted(modelFields.get(property)?.dbName ?? property)]),
      )
    },
    parameter: provider === "sqlite" ? () => "?" : (index) => `$${index}`,
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
