import type { Adapter } from "./contract.ts"
import { coreAdapter } from "./core/index.ts"
import { currentHandle } from "./core/store.ts"
import { detectClient, primaryClient, type Client } from "./prisma/client.ts"
import { prismaDriver } from "./prisma/driver.ts"
import { mapModels, type PrismaAdapterOptions, type PrismaModel, type PrismaUser } from "./prisma/models.ts"

export type { PrismaAdapterOptions, PrismaField, PrismaModel, PrismaUser, PrismaUsers } from "./prisma/models.ts"

/** The part of a client or transaction of Prisma 7 that is used here. */
export interface PrismaDatabase {
  /** Runs a statement. */
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>
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
export function PrismaAdapter<
  Database extends PrismaDatabase,
  Model extends PrismaModel<Database> = PrismaModel<Database>,
  Field extends string = never,
>(
  prisma: Database,
  options: PrismaAdapterOptions<Database, Model, Field> = {},
): Required<Adapter<PrismaUser<Database, Model, Field>>> {
  const kind = detectClient(prisma)
  const primary = primaryClient(prisma)
  const mapped = mapModels(primary, options as unknown as PrismaAdapterOptions, kind) // without the type of the app's client
  // Every client has these methods, and one for each model
  const driver = prismaDriver(primary as unknown as Client, mapped, kind)
  const adapter = coreAdapter(driver, { users: mapped.users, key: prisma })
  return adapter as Required<Adapter<PrismaUser<Database, Model, Field>>> // it reads the fields in `fields`
}

/**
 * Returns the transaction that Latchkit is in on `prisma`, or `prisma` itself. Use it for queries in an operation that
 * you override, as in `{ ...PrismaAdapter(prisma), createUser }`. They are then committed or undone with the rest of
 * the sign-in.
 */
export function currentTransaction<Database extends PrismaDatabase>(prisma: Database): Database {
  return currentHandle(prisma)
}
