import type { Adapter } from "../adapters/contract.ts"
import { hasTransaction, inTransaction } from "../adapters/extended.ts"
import { asError, AuthError } from "../errors.ts"

const ATTEMPTS = 3
const QUEUES = new WeakMap<Adapter, Map<string, Promise<unknown>>>() // sign-ins of this process whose adapter has no transactions

/**
 * Runs what belongs together, in a transaction where the adapter has them, and from the beginning when something else came
 * between: of two first visits at once the slower one finds the user that the faster one made. Without transactions those
 * of one `key` run one after the other, which is as much as one process can do.
 *
 * @throws {AuthError} `AdapterError` when the database keeps failing
 */
export async function atomically<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (hasTransaction(adapter) ? inTransaction(adapter, run) : runQueued(adapter, key, run))
    } catch (error) {
      if (error instanceof AuthError) throw error
      const err = asError(error)
      if (attempt === ATTEMPTS) throw new AuthError("AdapterError", `The database refused: ${err.message}`, { err })
    }
  }
}

/**
 * Runs what follows such a step when nobody else of the same `key` is in the middle of one, where the adapter has no
 * transactions: some, such as TypeORM's, bear no two calls at once.
 */
export function runInOrder<T>(adapter: Adapter | undefined, key: string, run: () => Promise<T>): Promise<T> {
  return !adapter || hasTransaction(adapter) ? run() : runQueued(adapter, key, run)
}

async function runQueued<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  const waiting = QUEUES.get(adapter) ?? new Map<string, Promise<unknown>>()
  QUEUES.set(adapter, waiting)
  const before = waiting.get(key) ?? Promise.resolve()
  const { transaction: _, ...plain } = adapter
  const turn = before.catch(() => undefined).then(() => run(adapter.transaction ? plain : adapter)) // how the one before ended is told to the one before
  waiting.set(key, turn)
  try {
    return await turn
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key)
  }
}
