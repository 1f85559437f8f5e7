import { withAmbient } from "./ambient.ts"
import type { Adapter } from "./contract.ts"
import { extendable, joinable } from "./extended.ts"
import { accounts } from "./memory/accounts.ts"
import { authenticators } from "./memory/authenticators.ts"
import { sessions } from "./memory/sessions.ts"
import { ambientTables, emptyTables, journaled, type Tables } from "./memory/tables.ts"
import { tokens } from "./memory/tokens.ts"
import { users } from "./memory/users.ts"

/** An adapter with every operation. */
export type FullAdapter = Required<Adapter>

/** Keeps users in this process, until it ends: for tests, demos and development. */
export function MemoryAdapter(): FullAdapter {
  const tables = emptyTables()
  const queue = { last: Promise.resolve() }
  return extendable<FullAdapter>({
    ...operations(ambientTables(tables)),
    // One at a time, or one that is undone could take with it what another built on
    async transaction(run) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = queue.last
      queue.last = promise
      await before
      return attempt(tables, run).finally(resolve)
    },
  })
}

async function attempt<T>(tables: Tables, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  const journal = journaled(tables)
  const within: FullAdapter = joinable<FullAdapter>(
    { ...operations(journal.tables), transaction: (inner) => inner(within) },
    (inside) => withAmbient(tables, journal.tables, inside),
  )
  try {
    return await run(within)
  } catch (error) {
    journal.undo()
    throw error
  }
}

function operations(tables: Tables): Omit<FullAdapter, "transaction"> {
  return {
    wantsTokenHashes: true,
    keepsSessionDetails: true,
    keepsSessionEpoch: true,
    ...users(tables),
    ...accounts(tables),
    ...sessions(tables),
    ...tokens(tables),
    ...authenticators(tables),
  }
}
