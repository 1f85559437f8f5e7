import { hasRequiredColumns, schemaTables, type SchemaColumn, type SchemaTable } from "../../adapters/sql/schema.ts"
import {
  clientName,
  fieldLines,
  emptyFieldNotes,
  findModels,
  newModelSchema,
  withLines,
  withModels,
  type FieldCells,
  type FoundModel,
} from "./prisma-text.ts"
import {
  likelyFields,
  newModelNotes,
  ownerTarget,
  readModelKey,
  requireReferences,
  usersOption,
  type Key,
} from "./prisma-users.ts"

/** A file of a Prisma schema. */
export interface SchemaFile {
  /** Relative to the app's folder. */
  readonly path: string
  readonly text: string
}

/** A Prisma schema with Latchkit's models. */
export interface CompletedSchema {
  /** The files that changed. */
  readonly files: readonly SchemaFile[]
  /** The added models and fields, such as `AuthAccount` or `User.sessionEpoch`. */
  readonly added: readonly string[]
  /** The steps that are left to you. */
  readonly notes: readonly string[]
}

/** Where and how Latchkit's models are written. */
export interface ModelOptions {
  readonly target: string
  /** Whether the file has only Latchkit's models, and so needs no marks. */
  readonly isOwn: boolean
  /** Prefix of the tables' names, such as `auth_`. */
  readonly prefix: string
  /** The app's model of users. @default the one of an earlier run, or `User` */
  readonly users: string | undefined
}

/** The adapter expects models with this prefix, unless it is told others. */
const DEFAULT_PREFIX = "auth_"
/** Ends each line in the app's own model of users. */
const MARK = "// latchkit"

/** A model that is written, and the app's model of the same name. */
interface Place {
  readonly table: SchemaTable
  readonly name: string
  readonly found: (FoundModel & { readonly path: string }) | undefined
}

/**
 * Adds to a schema what it lacks of Latchkit's models: whole models, or fields of them. The rest stays as it is.
 *
 * @throws {Error} if a model has the name of one of Latchkit's, or the users' key can't be referred to
 */
export function completeSchema(files: readonly SchemaFile[], options: ModelOptions): CompletedSchema {
  const models = files.flatMap(({ path, text }) => findModels(text).map((model) => ({ ...model, path })))
  const find = (name: string) => models.find((model) => model.name === name)
  const places = schemaTables(options.prefix).map((table): Place => {
    const name = table.core === "users" ? "" : modelName(options.prefix, table)
    const model = find(name) ?? (options.prefix === DEFAULT_PREFIX ? authjsModel(table, models) : undefined)
    return { table, name: model?.name ?? name, found: model }
  })
  const owners = places.flatMap(({ table, found }) => (table.isOwned && found) || [])
  const [referred] = owners.flatMap((owner) => ownerTarget(owner) ?? [])
  const usersName = options.users ?? referred ?? "User"
  requireReferences(owners, usersName)
  const users = find(usersName)
  const names = models.map(({ name }) => name).join(", ") || "none"
  if (!users && usersName !== "User") throw new Error(`There is no model ${usersName}. The models are ${names}`)
  for (const place of places) requireOwn(place)
  const key = users ? readModelKey(users) : { id: "id", type: "String", attributes: "" }
  const cells = (table: SchemaTable, column: SchemaColumn) => fieldCells(table, column, key)
  const written = new Map(files.map(({ path, text }) => [path, text]))
  const added: string[] = []
  for (const { table, found } of places) {
    if (!found) continue
    const lacking = table.columns.filter(({ name }) => !found.fields.has(name))
    added.push(...lacking.map(({ name }) => `${found.name}.${name}`))
    const lines = fieldLines(
      lacking.map((column) => cells(table, column)),
      table.columns.map((column) => cells(table, column)),
    )
    if (lines.length > 0)
      edit(written, found, (text, model) => withLines(text, model, lines, declaresColumn(table)).text)
  }
  if (users) {
    const lacking = userCells(places, users)
    added.push(...lacking.map(([name]) => `${users.name}.${name}`))
    if (lacking.length > 0) edit(written, users, (text, model) => withMarkedLines(text, model, lacking))
  }
  const missing = places.filter(({ table, found }) => !found && !(table.core === "users" && users))
  added.unshift(...missing.map(({ name }) => name || usersName))
  const context = { places, key, usersName, cells, schema: newModelSchema(files, users) }
  const texts = missing.map(({ table, name }) => modelText(table, name || usersName, context))
  if (texts.length > 0) written.set(options.target, withModels(written.get(options.target) ?? "", texts, options.isOwn))
  const changed = [...written].filter(([path, text]) => files.find((file) => file.path === path)?.text !== text)
  return {
    files: changed.map(([path, text]) => ({ path, text })),
    added,
    notes: adapterNotes(users, places, models),
  }
}

/** Returns the model that the documentation of Auth.js has for a table, such as `VerificationToken`. */
function authjsModel<Model extends FoundModel>(table: SchemaTable, models: readonly Model[]): Model | undefined {
  const name = table.core === "users" ? "" : modelName("", table)
  return models.find((model) => model.name === name && hasRequiredColumns(table, model.fields))
}

/** Returns a model's name, such as `AuthVerificationToken`. */
function modelName(prefix: string, { core }: SchemaTable): string {
  const words = `${prefix}${core.replace(/s$/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.split("_")
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

function requireOwn({ table, found }: Place): void {
  const neededFields = [...table.key, ...(table.isOwned ? ["userId"] : [])]
  if (!found || neededFields.every((name) => found.fields.has(name))) return
  throw new Error(
    `${found.path} has another model ${found.name}, without ${neededFields.filter((name) => !found.fields.has(name)).join(", ")}. ` +
      "Rename it, or pass another prefix: --prefix latchkit_",
  )
}

const TYPES: Readonly<Record<string, string>> = { credentialBackedUp: "Boolean", count: "Int", version: "Int" }

function fieldCells(table: SchemaTable, { name, type, isRequired }: SchemaColumn, key: Key): FieldCells {
  const isOwner = table.isOwned && name === "userId"
  const types = { key: "String", text: "String", integer: TYPES[name] ?? "BigInt", moment: "DateTime" } as const
  const written = `${isOwner ? key.type : types[type]}${isRequired ? "" : "?"}`
  const isKey = table.key.length === 1 && table.key[0] === name
  return [name, written, isOwner ? key.attributes : isKey ? "@id" : name === table.unique ? "@unique" : ""]
}

const declaresColumn = (table: SchemaTable) => (line: string) =>
  table.columns.some(({ name }) => name === line.trim().split(/\s/)[0])

/** Changes the file of a model, which earlier changes may have moved. */
function edit(
  written: Map<string, string>,
  { path, name }: NonNullable<Place["found"]>,
  change: (text: string, model: FoundModel) => string,
) {
  const text = written.get(path) ?? ""
  const model = findModels(text).find((one) => one.name === name)
  if (model) written.set(path, change(text, model))
}

/** The fields that each model of users needs, because another model refers to it. */
const backRelations = (places: readonly Place[]): readonly FieldCells[] =>
  places.filter(({ table }) => table.isOwned).map(({ name }) => [`${clientName(name)}s`, `${name}[]`])

function userCells(places: readonly Place[], { fields }: FoundModel): readonly FieldCells[] {
  const types = new Set([...fields.values()].map((field) => field.split(/\s/)[0]))
  const columns = ["emailVerified", "sessionEpoch"].filter((name) => !fields.has(name))
  const cells = columns.filter((name) => name === "sessionEpoch" || likelyFields(fields)["emailVerified"] === undefined)
  return [
    ...cells.map((name): FieldCells => [name, "DateTime?"]),
    ...backRelations(places).filter(([, type]) => !types.has(type)),
  ]
}

/** Adds lines with a mark to the app's model, below those of an earlier run. */
function withMarkedLines(text: string, model: FoundModel, cells: readonly FieldCells[]): string {
  const lines = fieldLines(cells.map(([name, type]) => [name, `${type} ${MARK}`]))
  const isMarked = (line: string) => line.trimEnd().endsWith(MARK)
  const { text: below, isBehindMatch } = withLines(text, model, lines, isMarked)
  return isBehindMatch ? below : withLines(text, model, ["", ...lines]).text
}

interface ModelContext {
  readonly places: readonly Place[]
  readonly key: Key
  readonly usersName: string
  readonly cells: (table: SchemaTable, column: SchemaColumn) => FieldCells
  readonly schema: string | undefined
}

function modelText(table: SchemaTable, name: string, context: ModelContext): string {
  const { places, key, usersName, cells, schema } = context
  const columns = fieldLines(table.columns.map((column) => cells(table, column)))
  const relation = `@relation(fields: [userId], references: [${key.id}], onDelete: Cascade)`
  const relations =
    table.core === "users"
      ? fieldLines(backRelations(places))
      : table.isOwned
        ? [`  user ${usersName} ${relation}`]
        : []
  const attributes = [
    ...(table.key.length > 1 ? [`  @@id([${table.key.join(", ")}])`] : []),
    ...table.indexes.map((index) => `  @@index([${index.column}], map: "${index.name}")`),
    `  @@map("${table.name}")`,
    ...(schema === undefined ? [] : [`  @@schema("${schema}")`]),
  ]
  const groups = [columns, relations, attributes].filter((group) => group.length > 0)
  return `model ${name} {\n${groups.map((group) => `${group.join("\n")}\n`).join("\n")}}\n`
}

/** Says which names the adapter must be told. */
function adapterNotes(users: FoundModel | undefined, places: readonly Place[], models: readonly FoundModel[]) {
  const renamed = places.slice(1).filter(({ table, name }) => name !== modelName(DEFAULT_PREFIX, table))
  const options = [
    ...(users ? usersOption(users) : []),
    ...renamed.map(({ table, name }) => `${table.core.replace(/s$/, "")}: "${clientName(name)}"`),
  ]
  return [
    ...(options.length > 0 ? [`Tell the adapter the names: PrismaAdapter(prisma, { ${options.join(", ")} })`] : []),
    ...(users ? emptyFieldNotes(users, models, Object.values(likelyFields(users.fields))) : []),
    ...(users && !users.fields.has("sessionEpoch") ? newModelNotes(users) : []),
  ]
}
