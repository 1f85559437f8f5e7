import { mapTables, type MappedTables } from "../core/mapping.ts"
import type { TableName } from "../core/tables.ts"
import { findDelegate, type ClientKind } from "./client.ts"
import { describeField, type Field } from "./fields.ts"

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

/** A model of the app. */
export interface Model {
  /** Its name in the client, such as `authAccount`. */
  readonly property: string
  /** Its name in the schema, such as `AuthAccount`. */
  readonly name: string
}

/** All models of the app. */
export interface MappedModels extends MappedTables<Field> {
  readonly models: Readonly<Record<TableName, Model>>
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
  const user: AnyUsers = typeof given.user === "object" ? given.user : { model: given.user ?? "user" }
  const models: Partial<Record<TableName, Model>> = {}
  const mapped = mapTables<Field>({
    title: "The models of `PrismaAdapter`",
    noun: "field",
    describe: describeField,
    find(table) {
      const property = modelProperty(table, given, user)
      const delegate = findDelegate(client, property)
      if (!delegate)
        return `the client has no model \`${property}\`. \`npx latchkit schema prisma\` adds it, or pass its name as \`${OPTIONS[table]}\``
      const name = Object.values(delegate.fields).map((field) => String(Reflect.get(field, "modelName")))[0] ?? property
      models[table] = { property, name }
      const declarations = readDeclarations(schema, name)
      const fields = Object.entries(delegate.fields).map(([field, { typeName }]): [string, Field] => [
        field,
        { name: typeName, ...(declarations.get(field) ?? UNDECLARED) },
      ])
      const own = table === "users" && { names: user.columns, fields: user.fields }
      return { label: property, columns: Object.fromEntries(fields), ...own }
    },
  })
  return { ...mapped, models: models as MappedModels["models"] } // each was found
}

function modelProperty(table: TableName, given: AnyModels, user: AnyUsers): string {
  if (table === "users") return user.model
  const option = OPTIONS[table]
  const name = given[option]
  return typeof name === "string" ? name : `auth${option.charAt(0).toUpperCase()}${option.slice(1)}`
}

/** The schema's words about a field, beside its type. */
type Declaration = Omit<Field, "name">
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
