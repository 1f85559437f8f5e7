import { runWithContext } from "./ambient.ts"
import type { Adapter } from "./contract.ts"
import { markExtendable, markJoinable } from "./extended.ts"
import { accounts } from "./memory/accounts.ts"
import { authenticators } from "./memory/authenticators.ts"
import { records } from "./memory/records.ts"
import { sessions } from "./memory/sessions.ts"
import { contextTables, createTables, withJournal, type Tables } from "./memory/tables.ts"
import { tokens } from "./memory/tokens.ts"
import { users } from "./memory/users.ts"

/** An adapter with every operation. */
export type FullAdapter = Required<Adapter>

/** Stores users in this process until it ends, for tests, demos and development. */
export function MemoryAdapter(): FullAdapter {
  const tables = createTables()
  const pending = { last: Promise.resolve() }
  return markExtendable<FullAdapter>({
    ...memoryOperations(contextTables(tables)),
    // Transactions run one at a time. Otherwise undoing one could undo what another one built on
    async transaction(run) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = pending.last
      pending.last = promise
      await before
      return runAtomically(tables, run).finally(resolve)
    },
  })
}

async function runAtomically<T>(tables: Tables, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  const journal = withJournal(tables)
  const transaction: FullAdapter = markJoinable<FullAdapter>(
    { ...memoryOperations(journal.tables), transaction: (inner) => inner(transaction) },
    (inside) => runWithContext(tables, journal.tables, inside),
  )
  try {
    return await run(transaction)
  } catch (error) {
    journal.undo()
    throw error
  }
}

function memoryOperations(tables: Tables): Omit<FullAdapter, "transaction"> {
  return {
    wantsTokenHashes: true,
    keepsSessionDetails: true,
    keepsSessionEpoch: true,
    userFields: [],
    ...users(tables),
    ...accounts(tables),
    ...sessions(tables),
    ...tokens(tables),
    ...authenticators(tables),
    ...records(tables),
  }
}
