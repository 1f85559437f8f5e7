import type { Adapter } from "./contract.ts"
import { coreAdapter } from "./core/index.ts"
import { currentHandle } from "./core/store.ts"
import { detectClient, primaryClient, type Client } from "./prisma/client.ts"
import { prismaDriver } from "./prisma/driver.ts"
import { mapModels, type AnyModels } from "./prisma/models.ts"

/** The part of a client or transaction of Prisma 7 that is used here. */
export interface PrismaDatabase {
  /** Runs a statement. */
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>
}

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

/** A model of users of your own. @typeParam Database the client's type @typeParam Model the model's name */
export interface PrismaUsers<Database = Record<string, { fields: object }>, Model extends string = string> {
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
  fields?: readonly PrismaField<Database, Model>[]
}

/** Names of your models in the client, if you changed them. @typeParam Database the client's type */
export interface PrismaAdapterOptions<Database = Record<string, { fields: object }>> {
  /** Users: the model's name, or the names of its fields too. @default "user" */
  user?:
    | PrismaModel<Database>
    | { [Model in PrismaModel<Database>]: PrismaUsers<Database, Model> }[PrismaModel<Database>]
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

/**
 * Stores users in your own models of Prisma 7, in PostgreSQL or SQLite. `npx latchkit schema prisma` adds the models to
 * your schema, and `prisma migrate` migrates them. Names and types of the columns are those of your schema.
 *
 * With `PrismaAdapter(tx)`, every operation is part of your own transaction, and undone with it. Then an operation
 * isn't repeated after a deadlock.
 *
 * @example
 * const adapter = PrismaAdapter(prisma)
 * const withOwnNames = PrismaAdapter(prisma, { user: { model: "person", fields: ["role"] } })
 *
 * @throws {TypeError} if a model or field is missing, or can't store the values unchanged. Also on D1, where nothing
 *   with several rows is atomic
 */
export function PrismaAdapter<Database extends PrismaDatabase>(
  prisma: Database,
  options: PrismaAdapterOptions<Database> = {},
): Required<Adapter> {
  const kind = detectClient(prisma)
  const primary = primaryClient(prisma)
  const mapped = mapModels(primary, options as AnyModels, kind) // without the type of the app's client
  // Every client has these methods, and one for each model
  const driver = prismaDriver(primary as unknown as Client, mapped, kind)
  return coreAdapter(driver, { users: { columns: mapped.userColumns, fields: mapped.fields }, key: prisma })
}

/**
 * Returns the transaction that Latchkit is in on `prisma`, or `prisma` itself. Use it for queries in an operation that
 * you override, as in `{ ...PrismaAdapter(prisma), createUser }`. They are then committed or undone with the rest of
 * the sign-in.
 */
export function currentTransaction<Database extends PrismaDatabase>(prisma: Database): Database {
  return currentHandle(prisma)
}
