import type { Adapter } from "./contract.ts"
import { markExtendable, hasTransaction, inTransaction } from "./extended.ts"
import { accounts } from "./redis/accounts.ts"
import { authenticators } from "./redis/authenticators.ts"
import { sessions } from "./redis/sessions.ts"
import { createStore, type RedisClient, type Store } from "./redis/store.ts"
import { deleteTokensFor, tokens } from "./redis/tokens.ts"
import { users } from "./redis/users.ts"

export type { RedisClient }

export interface RedisAdapterOptions {
  /** Before each key. In a cluster it must hold a hash tag, such as `{auth}:`. @default "auth:" */
  prefix?: string | undefined
  /** Where users, accounts and passkeys are kept; sessions, mailed tokens and limits stay in Redis. @default in Redis too */
  users?: Adapter | undefined
}

/**
 * Keeps sessions, mailed tokens and limits in Redis or Valkey 7 or newer, and users as well where no other adapter does.
 * The client is a connected one of `redis` or `ioredis`. Redis removes by itself what has ended.
 */
export function RedisAdapter(
  client: RedisClient,
  { prefix = "auth:", users: base }: RedisAdapterOptions = {},
): Adapter {
  const store = createStore(client, prefix)
  return base ? sessionStoreOver(store, base) : standaloneAdapter(store)
}

const REDIS_FEATURES = { wantsTokenHashes: true, keepsSessionDetails: true } as const

function standaloneAdapter(store: Store): Adapter {
  return {
    ...REDIS_FEATURES,
    keepsSessionEpoch: true,
    ...users(store),
    ...accounts(store),
    ...sessions(store, undefined),
    ...tokens(store),
    ...authenticators(store),
  }
}

function sessionStoreOver(store: Store, base: Adapter): Adapter {
  const getUser = base.getUser?.bind(base)
  if (!getUser) throw new TypeError("The adapter that keeps the users has no getUser")
  const sessionOperations = sessions(store, getUser)
  const { deleteExpired: _, transaction: __, ...rest } = base
  const { deleteUser } = base
  return markExtendable<Adapter>({
    ...rest,
    ...REDIS_FEATURES,
    ...sessionOperations,
    ...tokens(store),
    ...(deleteUser && {
      async deleteUser(id) {
        const address = (await getUser(id))?.email
        if (address) await deleteTokensFor(store, address)
        const user = await deleteUser.call(base, id)
        await sessionOperations.deleteSessions(id)
        return user
      },
    }),
    // What is written to Redis meanwhile stays: sessions and tokens whose user is not there open nothing
    ...(hasTransaction(base) && {
      transaction: (run) => inTransaction(base, (within) => run(sessionStoreOver(store, within))),
    }),
  })
}
