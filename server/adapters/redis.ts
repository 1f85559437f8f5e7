import { bringStoredUsers } from "../brings.ts"
import { requireMethods } from "../arguments.ts"
import type { Adapter } from "./contract.ts"
import { markExtendable, hasTransaction, inTransaction } from "./extended.ts"
import { rowOperations } from "./core/index.ts"
import { toUser } from "./core/rows.ts"
import { sessions } from "./core/sessions.ts"
import { createStore } from "./core/store.ts"
import { TABLES } from "./core/tables.ts"
import { tokens } from "./core/tokens.ts"
import { deleteTokensFor, deleteUserRows, redisDriver } from "./redis/driver.ts"
import { connect, type RedisClient, type Store } from "./redis/store.ts"
import { isKey } from "./values.ts"

export type { RedisClient }

/** The options of {@link RedisAdapter}. */
export interface RedisAdapterOptions {
  /** Prefix of each key. In a cluster it must contain a hash tag, such as `{auth}:`. @default "auth:" */
  prefix?: string | undefined
  /**
   * Stores users, accounts, passkeys and account records. Sessions, email tokens and limits stay in Redis.
   *
   * @default in Redis too
   */
  users?: Adapter | undefined
}

/**
 * Stores sessions, email tokens and limits in Redis or Valkey 7 or newer, and also users if there is no other adapter
 * for them. `client` is a connected client of `redis` or `ioredis`. Redis deletes expired entries by itself.
 *
 * @throws {TypeError} if `client` is none of these
 */
export function RedisAdapter(
  client: RedisClient,
  { prefix = "auth:", users: base }: RedisAdapterOptions = {},
): Adapter {
  requireMethods(
    "RedisAdapter",
    client,
    ["call" in Object(client) ? "call" : "sendCommand"],
    "Pass a client of `redis` or `ioredis`",
  )
  const store = connect(client, prefix)
  return base ? sessionStoreOver(store, base) : standaloneAdapter(store)
}

const REDIS_FEATURES = { wantsTokenHashes: true, keepsSessionDetails: true } as const

function standaloneAdapter(redis: Store): Adapter {
  const driver = redisDriver(redis)
  const store = createStore(driver, driver)
  const { deleteExpired: _, ...operations } = rowOperations(store, { columns: TABLES.users.columns, fields: "all" })
  return markExtendable<Adapter>({
    ...bringStoredUsers(),
    ...REDIS_FEATURES,
    keepsSessionEpoch: true,
    ...operations,
    async deleteUser(id) {
      const row = isKey("id", id) ? await deleteUserRows(redis, id) : null
      return row && toUser(row, "all")
    },
  })
}

function sessionStoreOver(redis: Store, base: Adapter): Adapter {
  const getUser = base.getUser?.bind(base)
  if (!getUser) throw new TypeError("The `users` adapter has no `getUser`")
  const driver = redisDriver(redis, getUser)
  const store = createStore(driver, driver)
  const sessionOperations = sessions(store, "all")
  const { deleteExpired: _expired, ...tokenOperations } = tokens(store)
  const { deleteExpired, transaction: _, ...rest } = base
  const { deleteUser } = base
  return markExtendable<Adapter>({
    ...rest,
    ...bringStoredUsers(),
    ...REDIS_FEATURES,
    ...sessionOperations,
    ...tokenOperations,
    // Redis deletes what it stores by itself, but account records expire in the other adapter
    ...(base.createAccountRecord && deleteExpired && { deleteExpired: deleteExpired.bind(base) }),
    ...(deleteUser && {
      async deleteUser(id) {
        const address = (await getUser(id))?.email
        if (address) await deleteTokensFor(redis, address)
        const user = await deleteUser.call(base, id)
        await sessionOperations.deleteSessions(id, undefined)
        return user
      },
    }),
    // Writes to Redis aren't part of the transaction. A session or token without its user opens nothing
    ...(hasTransaction(base) && {
      transaction: (run) => inTransaction(base, (within) => run(sessionStoreOver(redis, within))),
    }),
  })
}
