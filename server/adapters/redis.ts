import { bringStoredUsers } from "../brings.ts"
import { requireMethods } from "../arguments.ts"
import type { Adapter } from "./contract.ts"
import { markExtendable, hasTransaction, inTransaction } from "./extended.ts"
import { accounts } from "./redis/accounts.ts"
import { authenticators } from "./redis/authenticators.ts"
import { records } from "./redis/records.ts"
import { sessions } from "./redis/sessions.ts"
import { createStore, type RedisClient, type Store } from "./redis/store.ts"
import { deleteTokensFor, tokens } from "./redis/tokens.ts"
import { users } from "./redis/users.ts"

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
  const store = createStore(client, prefix)
  return base ? sessionStoreOver(store, base) : standaloneAdapter(store)
}

const REDIS_FEATURES = { wantsTokenHashes: true, keepsSessionDetails: true } as const

function standaloneAdapter(store: Store): Adapter {
  return {
    ...bringStoredUsers(),
    ...REDIS_FEATURES,
    keepsSessionEpoch: true,
    ...users(store),
    ...accounts(store),
    ...sessions(store, undefined),
    ...tokens(store),
    ...authenticators(store),
    ...records(store),
  }
}

function sessionStoreOver(store: Store, base: Adapter): Adapter {
  const getUser = base.getUser?.bind(base)
  if (!getUser) throw new TypeError("The `users` adapter has no `getUser`")
  const sessionOperations = sessions(store, getUser)
  const { deleteExpired, transaction: _, ...rest } = base
  const { deleteUser } = base
  return markExtendable<Adapter>({
    ...rest,
    ...bringStoredUsers(),
    ...REDIS_FEATURES,
    ...sessionOperations,
    ...tokens(store),
    // Redis deletes what it stores by itself, but account records expire in the other adapter
    ...(base.createAccountRecord && deleteExpired && { deleteExpired: deleteExpired.bind(base) }),
    ...(deleteUser && {
      async deleteUser(id) {
        const address = (await getUser(id))?.email
        if (address) await deleteTokensFor(store, address)
        const user = await deleteUser.call(base, id)
        await sessionOperations.deleteSessions(id)
        return user
      },
    }),
    // Writes to Redis aren't part of the transaction. A session or token without its user opens nothing
    ...(hasTransaction(base) && {
      transaction: (run) => inTransaction(base, (within) => run(sessionStoreOver(store, within))),
    }),
  })
}
