import type { Adapter } from "../../adapters/contract.ts"
import { hasTransaction, inTransaction } from "../../adapters/extended.ts"
import { asError, AuthError } from "../../errors.ts"
import { normalizeEmail } from "../../providers/email-address.ts"

const ATTEMPTS = 3
const QUEUES = new WeakMap<Adapter, Map<string, Promise<unknown>>>() // pending sign-ins of this process, for adapters without transactions

/**
 * Runs related writes in a transaction, if the adapter supports transactions. Retries if a parallel write conflicts:
 * of two parallel first sign-ins, the slower one finds the user that the faster one created. Without transactions,
 * runs with the same `key` wait for each other, within this process.
 *
 * @throws {AuthError} `AdapterError` if the database keeps failing
 */
export async function atomically<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (hasTransaction(adapter) ? inTransaction(adapter, run) : runQueued(adapter, key, run))
    } catch (error) {
      if (error instanceof AuthError) throw error
      const err = asError(error)
      if (attempt === ATTEMPTS) throw new AuthError("AdapterError", `The database failed: ${err.message}`, { err })
    }
  }
}

/**
 * Runs `run` after all pending writes of the same key, if the adapter has no transactions. Some adapters, such as
 * TypeORM's, don't support two calls at once.
 */
export function runInOrder<T>(adapter: Adapter | undefined, key: () => string, run: () => Promise<T>): Promise<T> {
  return !adapter || hasTransaction(adapter) ? run() : runQueued(adapter, key(), run)
}

/** Returns the key of an address. An app's own rule may keep it as it was typed, or allow a phone number. */
export const addressKey = (address: string): string => normalizeEmail(address) ?? address

async function runQueued<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  const waiting = QUEUES.get(adapter) ?? new Map<string, Promise<unknown>>()
  QUEUES.set(adapter, waiting)
  const before = waiting.get(key) ?? Promise.resolve()
  const { transaction: _, ...plain } = adapter
  const turn = before.catch(() => undefined).then(() => run(adapter.transaction ? plain : adapter)) // only the earlier caller gets its error
  waiting.set(key, turn)
  try {
    return await turn
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key)
  }
}
