import { AuthError } from "../errors.ts"
import { hasAmbient } from "./ambient.ts"
import type { Adapter } from "./contract.ts"

/** The operations that an adapter was made with. A symbol, so that `{ ...adapter }` copies it. */
const BASE: unique symbol = Symbol.for("latchkit.adapter")
/** Runs a function in which the operations of the base adapter are part of the transaction. */
const JOIN: unique symbol = Symbol.for("latchkit.transaction")

type Join = <T>(run: () => T) => T

interface Marked extends Adapter {
  readonly [BASE]?: Adapter
  readonly [JOIN]?: Join
}

/** Milliseconds that a sign-in with overridden operations may stay in its transaction. */
const DEADLINE = 10_000

/** Marks `operations`, so that {@link inTransaction} can tell which of them an app overrides by spreading. */
export function extendable<Operations extends Adapter>(operations: Operations): Operations {
  return { ...operations, [BASE]: operations }
}

/** Marks the adapter that a transaction runs with: within `join`, the operations of the base adapter are part of it. */
export function joinable<Operations extends Adapter>(operations: Operations, join: Join): Operations {
  return { ...operations, [JOIN]: join }
}

/**
 * Returns whether {@link inTransaction} can run on `adapter`. It can't if the app overrides operations and the runtime has no
 * AsyncLocalStorage: an override that calls the base adapter would then wait for its own transaction.
 */
export function hasTransaction(adapter: Adapter): boolean {
  return adapter.transaction !== undefined && (hasAmbient() || overridesOf(adapter) === undefined)
}

/**
 * Runs `run` in a transaction of `adapter`. An app may have spread the adapter and overridden operations, as in
 * `{ ...SqlAdapter(db), linkAccount }`: `run` gets those, and what they do through the base adapter is part of the transaction.
 *
 * @throws {AuthError} `AdapterError` if overridden operations keep the transaction open for more than 10 seconds
 */
export async function inTransaction<T>(adapter: Adapter, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  if (!adapter.transaction) throw new TypeError("The adapter has no `transaction`")
  const overrides = overridesOf(adapter)
  if (!overrides) return adapter.transaction(run)
  return adapter.transaction((within: Marked) => {
    const join: Join = within[JOIN] ?? ((inside) => inside())
    return join(() => beforeDeadline(run({ ...within, ...overrides })))
  })
}

function overridesOf(adapter: Marked): Partial<Adapter> | undefined {
  const base = adapter[BASE]
  if (!base) return undefined
  const names = [...new Set([...Object.keys(base), ...Object.keys(adapter)])]
  const changed = names.filter(
    (name) => name !== "transaction" && Reflect.get(adapter, name) !== Reflect.get(base, name),
  )
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, Reflect.get(adapter, name)])) : undefined
}

// A query of the app's own, past the transaction, may wait for a row or for the one connection that the transaction holds
async function beforeDeadline<T>(work: Promise<T>): Promise<T> {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    timer.id = setTimeout(() => reject(new AuthError("AdapterError", TOO_LATE)), DEADLINE)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer.id)
  }
}

const TOO_LATE =
  "A transaction was open for more than 10 seconds: an adapter operation that your app overrides did not finish. " +
  "If it queries the database itself, query `currentTransaction(db)` of `latchkit/adapters/sql` instead of `db`"
