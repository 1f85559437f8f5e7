import type { AdapterUser } from "../contract.ts"
import { mapTables, type MappedTables } from "../core/mapping.ts"
import type { TableName } from "../core/tables.ts"
import { findDelegate, type ClientKind } from "./client.ts"
import { describeField, type Field } from "./fields.ts"

/** The name of a model in the client, such as `authAccount`. @typeParam Database the client's type */
export type PrismaModel<Database> = {
  [Name in keyof Database]: Database[Name] extends { fields: object } ? Name : never
}[keyof Database] &
  string

/** The name of a field. @typeParam Database the client's type @typeParam Model the model's name */
export type PrismaField<Database, Model> = Model extends keyof Database
  ? Database[Model] extends { fields: infer Fields }
    ? keyof Fields & string
    : never
  : never

/** The values of a model's fields. @internal */
type Scalars<Delegate> = Delegate extends { [key: symbol]: { types: { payload: { scalars: infer Values } } } }
  ? Values
  : object

/**
 * The users of `PrismaAdapter`, with the values that your model has.
 *
 * @typeParam Database the client's type @typeParam Model the model's name @typeParam Field its fields in `fields`
 */
export type PrismaUser<Database, Model, Field> = AdapterUser &
  (string extends Field
    ? unknown
    : Model extends keyof Database
      ? Pick<Scalars<Database[Model]>, Field & keyof Scalars<Database[Model]>>
      : unknown)

/**
 * A model of users of your own.
 *
 * @typeParam Database the client's type @typeParam Model the model's name @typeParam Field the fields of your own
 */
export interface PrismaUsers<
  Database = Record<string, { fields: object }>,
  Model extends string = string,
  Field extends string = string,
> {
  /** The model in the client, such as `person`. It needs `id`, `email` and `emailVerified`, and may lack the rest. */
  model: Model
  /**
   * Your fields for Latchkit's columns, such as `{ image: "avatarUrl" }`.
   *
   * @default the same names
   */
  columns?: {
    readonly [Name in "id" | "email" | "emailVerified" | "name" | "image" | "sessionEpoch"]?: PrismaField<
      Database,
      Model
    >
  }
  /**
   * Fields of your own that are read into the user, and written from it. A new user without a value gets the field's
   * default. A field of the sign-up form with the same name is stored there.
   *
   * @default none
   */
  fields?: readonly (Field & PrismaField<Database, Model>)[]
}

/**
 * Names of your models in the client, if you changed them.
 *
 * @typeParam Database the client's type @typeParam Model the users' model @typeParam Field its fields in `fields`
 */
export interface PrismaAdapterOptions<
  Database = Record<string, { fields: object }>,
  Model extends PrismaModel<Database> = PrismaModel<Database>,
  Field extends string = string,
> {
  /** Users: the model's name, or the names of its fields too. @default "user" */
  user?: Model | PrismaUsers<Database, Model, Field>
  /** Linked accounts. @default "authAccount" */
  account?: PrismaModel<Database>
  /** Sessions. @default "authSession" */
  session?: PrismaModel<Database>
  /** Links and codes in emails. @default "authVerificationToken" */
  verificationToken?: PrismaModel<Database>
  /** Passkeys. @default "authAuthenticator" */
  authenticator?: PrismaModel<Database>
  /** Attempts, and values that are used once. @default "authCounter" */
  counter?: PrismaModel<Database>
  /** Passwords, second factors, trusted devices and more. @default "authAccountRecord" */
  accountRecord?: PrismaModel<Database>
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

/** Returns the option for a table's model, such as `account` for `accounts`. */
const optionName = (table: TableName) => table.slice(0, -1) as keyof PrismaAdapterOptions // the same in the singular

/**
 * Maps the app's models.
 *
 * @throws {TypeError} naming every model or field that is missing, or that can't store Latchkit's values unchanged
 */
export function mapModels(client: object, given: PrismaAdapterOptions, { schema }: ClientKind): MappedModels {
  const user: PrismaUsers = typeof given.user === "object" ? given.user : { model: given.user ?? "user" }
  const models: Partial<Record<TableName, Model>> = {}
  const mapped = mapTables<Field>({
    title: "The models of `PrismaAdapter`",
    noun: "field",
    dialect: "postgres", // with an autoincrement on SQLite too
    describe: describeField,
    find(table) {
      const property = modelProperty(table, given, user)
      const delegate = findDelegate(client, property)
      if (!delegate)
        return `the client has no model \`${property}\`. \`npx latchkit schema prisma\` adds it, or pass its name as \`${optionName(table)}\``
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

function modelProperty(table: TableName, given: PrismaAdapterOptions, user: PrismaUsers): string {
  if (table === "users") return user.model
  const option = optionName(table)
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
