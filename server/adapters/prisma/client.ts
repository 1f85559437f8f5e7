import { shownValue } from "../../arguments.ts"
import { read } from "./errors.ts"

/** The part of a model of Prisma's client that is used here. */
export interface Delegate {
  readonly fields: Readonly<Record<string, { readonly typeName: string }>>
  findMany(query: object): Promise<readonly object[]>
  create(query: object): Promise<object>
  createMany(query: object): Promise<{ count: number }>
  upsert(query: object): Promise<object>
  updateMany(query: object): Promise<{ count: number }>
  updateManyAndReturn(query: object): Promise<readonly object[]>
  delete(query: object): Promise<object>
  deleteMany(query: object): Promise<{ count: number }>
}

/** A client of Prisma, or a transaction, as it is used here. */
export interface Client {
  $queryRawUnsafe(text: string, ...values: readonly unknown[]): Promise<readonly object[]>
  $transaction?<T>(run: (transaction: Client) => Promise<T>, options?: object): Promise<T>
}

/** The kind of a client. */
export interface ClientKind {
  readonly provider: "postgresql" | "sqlite"
  /** Whether it is a transaction that the app began. */
  readonly isJoined: boolean
  /** The text of the schema, or an empty one if this version of Prisma doesn't keep it. */
  readonly schema: string
}

const NO_TRANSACTIONS =
  "Prisma on D1 isn't atomic: a failed transaction leaves rows. Use `DrizzleAdapter`, or `SqlAdapter` with `d1Dialect`"

/**
 * Returns what `client` is.
 *
 * @throws {TypeError} if it isn't a client of Prisma, or several rows can't be stored all or nothing there
 */
export function detectClient(client: unknown): ClientKind {
  const [provider, engine] = [read(client, "_activeProvider"), read(client, "_engineConfig")]
  if (typeof provider !== "string") {
    throw new TypeError(
      `\`PrismaAdapter\` got ${shownValue(client)}. Pass a \`PrismaClient\` of Prisma 7, or a transaction`,
    )
  }
  if (String(read(read(engine, "adapter"), "adapterName")).endsWith("-d1")) throw new TypeError(NO_TRANSACTIONS)
  if (provider !== "postgresql" && provider !== "sqlite")
    throw new TypeError(
      `\`PrismaAdapter\` supports PostgreSQL and SQLite, not ${provider}. Use \`SqlAdapter\` or \`DrizzleAdapter\``,
    )
  const schema = read(engine, "inlineSchema")
  return {
    provider,
    isJoined: read(client, "$connect") === undefined, // a transaction has none
    schema: typeof schema === "string" ? schema : "",
  }
}

/**
 * Returns the client of the primary database, if `client` reads from replicas. A replica may still have a session that
 * has just ended. A transaction has one connection, to the primary.
 */
export function primaryClient<Database extends object>(client: Database): Database {
  const [primary, last] = [read(client, "$primary"), read(read(client, "_extensions"), "head")]
  const isTransaction = read(client, "$connect") === undefined
  if (typeof primary !== "function" || isTransaction) return client
  return extendLikewise(Reflect.apply(primary, client, []) as Database, last) // with the same models
}

/** Adds the extensions that the app added after `$primary`, whose client lacks them. The list of them is internal. */
function extendLikewise<Database extends object>(primary: Database, last: unknown): Database {
  const extension = read(last, "extension")
  if (extension === undefined || read(read(extension, "client"), "$primary") !== undefined) return primary
  const before = extendLikewise(primary, read(last, "previous"))
  return (before as Database & { $extends(extension: unknown): Database }).$extends(extension) // a client has it
}

/** Returns a model of the client, such as `prisma.authAccount`, or `undefined`. */
export function findDelegate(client: object, name: string): Delegate | undefined {
  const delegate: unknown = Reflect.get(client, name)
  return typeof delegate === "object" && delegate !== null && "fields" in delegate ? (delegate as Delegate) : undefined // a model
}
