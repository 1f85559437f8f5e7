import { IMPOSSIBLE, mapColumns } from "../core/mapping.ts"
import type { UserKey } from "../core/keys.ts"
import { TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { findDelegate, type ClientKind } from "./client.ts"
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
    const declarations = readDeclarations(schema, name)
    const types = Object.entries(delegate.fields).map(([field, { typeName }]): [string, FieldType] => [
      field,
      { name: typeName, ...(declarations.get(field) ?? UNDECLARED) },
    ])
    const app = {
      label: property,
      noun: "field",
      columns: Object.fromEntries(types),
      names: (table === "users" && user.columns) || {},
      fields: (table === "users" && user.fields) || [],
      fault: fieldFault,
      map: mapField,
      mapOwn: mapOwnField,
      needsValue: ({ isRequired, isFilled }: FieldType) => isRequired && !isFilled,
    } as const
    return [table, { property, name, fields: mapColumns(table, app, faults) }]
  })
  const models = Object.fromEntries(mapped) as Record<TableName, MappedModel> // one for each name
  const id = models.users.fields["id"]?.type
  const key = id && userKey(id)
  if (id && key && !key.generate && key.type === "text" && key.encode(crypto.randomUUID()) === IMPOSSIBLE)
    faults.push(`the users' key is too short for a UUID: @db.${id.native}. Give it a default, such as @default(cuid())`)
  faults.push(...ownerFaults(models))
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

function ownerFaults(models: MappedModels["models"]): readonly string[] {
  const id = models.users.fields["id"]?.type
  return TABLE_NAMES.flatMap((table) => {
    const owner = models[table].fields["userId"]?.type
    if (!TABLES[table].owned || !owner || !id || keyType(owner) === keyType(id)) return []
    const text = ({ name, native }: FieldType) => (native === "" ? name : `${name} @db.${native}`)
    return [`\`${models[table].property}.userId\` is ${text(owner)}, but the users' key is ${text(id)}`]
  })
}

/** The schema's words about a field, beside its type. */
type Declaration = Omit<FieldType, "name">
const UNDECLARED: Declaration = { native: "", isRequired: false, isFilled: false }

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
