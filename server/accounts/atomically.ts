import type { Adapter } from "../adapters/contract.ts"
import { AuthError } from "../errors.ts"
import { asError } from "../events.ts"

const ATTEMPTS = 3

/**
 * Runs what belongs together, in a transaction where the adapter has them, and from the beginning when something else came
 * between: of two first visits at once the slower one finds the user that the faster one made.
 *
 * @throws {AuthError} `AdapterError` when the database keeps failing
 */
export async function atomically<T>(adapter: Adapter, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (adapter.transaction ? adapter.transaction(run) : run(adapter))
    } catch (error) {
      if (error instanceof AuthError) throw error
      const err = asError(error)
      if (attempt === ATTEMPTS) throw new AuthError("AdapterError", `The database refused: ${err.message}`, { err })
    }
  }
}
