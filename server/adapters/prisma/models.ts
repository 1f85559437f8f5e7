import { IMPOSSIBLE } from "../core/encode.ts"
import type { UserKey } from "../core/keys.ts"
import { OPTIONAL_COLUMNS, TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { findDelegate, type ClientKind, type Delegate } from "./client.ts"
import { fieldFault, keyType, mapField, mapOwnField, userKey, type FieldType, type MappedField } from "./fields.ts"

/** The app's model of users, whatever its type is. */
interface AnyUsers {
  readonly model: string
  readonly columns?: Readonly<Record<string, string | undefined>>
  readonly fields?: readonly string[]
}

/** The app's names of the models, whatever the type of the client is. */
export interface AnyModels {
  readonly user?: string | AnyUsers
  readonly account?: string
  readonly session?: string
  readonly verificationToken?: string
  readonly authenticator?: string
  readonly counter?: string
  readonly accountRecord?: string
}

/** A model of the app, by the core's names. */
export interface MappedModel {
  /** Its name in the client, such as `authAccount`. */
  readonly property: string
  /** Its name in the schema, such as `AuthAccount`. */
  readonly name: string
  /** The fields by the core's names, and the app's own. */
  readonly fields: Readonly<Record<string, MappedField>>
}

/** All models of the app. */
export interface MappedModels {
  readonly models: Readonly<Record<TableName, MappedModel>>
  readonly userKey: UserKey
  /** The columns of Latchkit's that users have. */
  readonly userColumns: readonly string[]
  readonly fields: readonly string[]
}

const OPTIONS = {
  users: "user",
  accounts: "account",
  sessions: "session",
  verificationTokens: "verificationToken",
  authenticators: "authenticator",
  counters: "counter",
  accountRecords: "accountRecord",
} as const satisfies Record<TableName, keyof AnyModels>

/**
 * Maps the app's models.
 *
 * @throws {TypeError} naming every model or field that is missing, or that can't store Latchkit's values unchanged
 */
export function mapModels(client: object, given: AnyModels, { schema }: ClientKind): MappedModels {
  const faults: string[] = []
  const user: AnyUsers = typeof given.user === "object" ? given.user : { model: given.user ?? "user" }
  const types = new Map<string, FieldType>()
  const mapped = TABLE_NAMES.map((table): readonly [TableName, MappedModel] => {
    const property = modelProperty(table, given, user)
    const delegate = findDelegate(client, property)
    if (!delegate) {
      faults.push(
        `the client has no model \`${property}\`. \`npx latchkit schema prisma\` adds it, or pass its name as \`${OPTIONS[table]}\``,
      )
      return [table, { property, name: property, fields: {} }]
    }
    const name = Object.values(delegate.fields).map((field) => String(Reflect.get(field, "modelName")))[0] ?? property
    const names = table === "users" ? user : {}
    const declarations = readDeclarations(schema, name)
    return [table, { property, name, fields: mapFields({ table, property, delegate, declarations, types, faults }, names) }] // prettier-ignore
  })
  const models = Object.fromEntries(mapped) as Record<TableName, MappedModel> // one for each name
  const id = types.get("users.id")
  const key = id && userKey(id)
  if (id && key && !key.generate && key.type === "text" && key.encode(crypto.randomUUID()) === IMPOSSIBLE)
    faults.push(`the users' key is too short for a UUID: @db.${id.native}. Give it a default, such as @default(cuid())`)
  faults.push(...ownerFaults(models, types))
  if (faults.length > 0 || !key) throw new TypeError(`The models of \`PrismaAdapter\`: ${faults.join("; ")}`)
  const userColumns = TABLES.users.columns.filter((name) => name in models.users.fields)
  return { models, userKey: key, userColumns, fields: user.fields ?? [] }
}

function modelProperty(table: TableName, given: AnyModels, user: AnyUsers): string {
  if (table === "users") return user.model
  const option = OPTIONS[table]
  const name = given[option]
  return typeof name === "string" ? name : `auth${option.charAt(0).toUpperCase()}${option.slice(1)}`
}

interface Place {
  readonly table: TableName
  readonly property: string
  readonly delegate: Delegate
  readonly declarations: ReadonlyMap<string, Declaration>
  /** Gets the type of each field, by table and column. */
  readonly types: Map<string, FieldType>
  readonly faults: string[]
}

function mapFields(place: Place, { columns = {}, fields = [] }: Partial<AnyUsers>): MappedModel["fields"] {
  const { table, property: model, delegate, declarations, types, faults } = place
  const mapped = TABLES[table].columns.flatMap((column): [string, MappedField][] => {
    const property = columns[column] ?? column
    const field = delegate.fields[property]
    if (!field) {
      const isOptional = table === "users" && OPTIONAL_COLUMNS.includes(column) && columns[column] === undefined
      if (!isOptional) faults.push(`\`${model}\` has no field \`${property}\``)
      return []
    }
    const { native = "", isRequired = false, isFilled = false } = declarations.get(property) ?? {}
    const type = { name: field.typeName, native, isRequired, isFilled }
    types.set(`${table}.${column}`, type)
    const fault = fieldFault(column, type)
    if (fault !== undefined) faults.push(`\`${model}.${property}\`: ${fault}`)
    return [[column, mapField(column, property, type)]]
  })
  const own = fields.flatMap((property): [string, MappedField][] => {
    if (delegate.fields[property]) return [[property, mapOwnField(property)]]
    faults.push(`\`${model}\` has no field \`${property}\``)
    return []
  })
  const all = [...mapped, ...own]
  const properties = new Set(all.map(([, { property }]) => property))
  // Without a value for such a field, no row could be stored
  const empty = Object.keys(delegate.fields).filter(
    (name) => !properties.has(name) && needsValue(declarations.get(name)),
  )
  faults.push(...empty.map((name) => `\`${model}.${name}\` is required. Give it a default${table === "users" ? ", or name it in `fields`" : ""}`)) // prettier-ignore
  return Object.fromEntries(all)
}

const needsValue = (declaration: Declaration | undefined) => declaration?.isRequired === true && !declaration.isFilled

function ownerFaults(models: MappedModels["models"], types: ReadonlyMap<string, FieldType>): readonly string[] {
  const id = types.get("users.id")
  return TABLE_NAMES.flatMap((table) => {
    const owner = types.get(`${table}.userId`)
    if (!TABLES[table].owned || !owner || !id || keyType(owner) === keyType(id)) return []
    const text = ({ name, native }: FieldType) => (native === "" ? name : `${name} @db.${native}`)
    return [`\`${models[table].property}.userId\` is ${text(owner)}, but the users' key is ${text(id)}`]
  })
}

/** The schema's words about a field, beside its type. */
interface Declaration {
  /** The native type, such as `Uuid` of `@db.Uuid`. */
  readonly native: string
  readonly isRequired: boolean
  /** Whether Prisma or the database fills it. */
  readonly isFilled: boolean
}

/** Reads the fields of a model from the text of the schema. */
function readDeclarations(schema: string, model: string): ReadonlyMap<string, Declaration> {
  const [, body = ""] = new RegExp(`^\\s*model\\s+${model}\\s*\\{\\s*$([^]*?)^\\s*\\}\\s*$`, "m").exec(schema) ?? []
  const lines = body.replaceAll(/\/\/.*/g, "").matchAll(/^\s*(\w+)\s+\w+(\?|\[\])?(.*)$/gm)
  return new Map(
    [...lines].map(([, name = "", end, attributes = ""]) => [
      name,
      {
        native: /@db\.(\w+(?:\([\d, ]*\))?)/.exec(attributes)?.[1] ?? "",
        isRequired: end === undefined,
        isFilled: /@(default|updatedAt)\b/.test(attributes),
      },
    ]),
  )
}
