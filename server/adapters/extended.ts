import { rejectAfter } from "../core/crypto/with-timeout.ts"
import { AuthError } from "../errors.ts"
import { hasContext } from "./ambient.ts"
import type { Adapter } from "./contract.ts"

/** The operations that an adapter was created with. A symbol, so that `{ ...adapter }` copies it. */
const BASE_ADAPTER: unique symbol = Symbol.for("latchkit.adapter")
/** Runs a function in which the operations of the base adapter are part of the transaction. */
const JOIN_TRANSACTION: unique symbol = Symbol.for("latchkit.transaction")

type JoinTransaction = <T>(run: () => T) => T

interface MarkedAdapter extends Adapter {
  readonly [BASE_ADAPTER]?: Adapter
  readonly [JOIN_TRANSACTION]?: JoinTransaction
}

/** An operation whose parameters only its caller knows. */
export type AdapterOperation = (...parameters: unknown[]) => unknown

type WrapOperation = (name: string, run: AdapterOperation) => AdapterOperation

/** Milliseconds that a sign-in with overridden operations may keep its transaction open. */
const TRANSACTION_TIMEOUT = 10_000

/** Marks `operations`, so that {@link inTransaction} can tell which of them an app overrides by spreading. */
export function markExtendable<Operations extends Adapter>(operations: Operations): Operations {
  return { ...operations, [BASE_ADAPTER]: operations }
}

/**
 * Marks the adapter of a transaction. Within `join`, the operations of the base adapter are part of the transaction.
 */
export function markJoinable<Operations extends Adapter>(operations: Operations, join: JoinTransaction): Operations {
  return { ...operations, [JOIN_TRANSACTION]: join }
}

/**
 * Returns whether {@link inTransaction} can run on `adapter`. It can't if the app overrides operations and the runtime
 * has no AsyncLocalStorage. An override that calls the base adapter would then wait for its own transaction.
 */
export function hasTransaction(adapter: Adapter): boolean {
  return adapter.transaction !== undefined && (hasContext() || findOverrides(adapter) === undefined)
}

/**
 * Runs `run` in a transaction of `adapter`. An app may have spread the adapter and overridden operations, as in
 * `{ ...SqlAdapter(db), linkAccount }`. `run` gets the overrides. Their calls of the base adapter are part of the
 * transaction.
 *
 * @throws {AuthError} `AdapterError` if overridden operations keep the transaction open for more than 10 seconds
 */
export async function inTransaction<T>(adapter: Adapter, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  if (!adapter.transaction) throw new TypeError("The adapter has no `transaction`")
  const overrides = findOverrides(adapter)
  if (!overrides) return adapter.transaction(run)
  return adapter.transaction((transaction: MarkedAdapter) => {
    const join: JoinTransaction = transaction[JOIN_TRANSACTION] ?? ((inside) => inside())
    // An app's query outside the transaction may wait for a row, or for the only connection, that the transaction holds
    const createError = () => new AuthError("AdapterError", TIMEOUT_MESSAGE)
    return join(() => rejectAfter(TRANSACTION_TIMEOUT, run({ ...transaction, ...overrides }), createError))
  })
}

/** Returns whether the app overrides none of these operations, so that one of them can do the work of the others. */
export function hasOwn(adapter: MarkedAdapter, names: readonly (keyof Adapter)[]): boolean {
  const base = adapter[BASE_ADAPTER]
  return base !== undefined && names.every((name) => adapter[name] === base[name])
}

/**
 * Returns `adapter` with each operation wrapped. It keeps what {@link markExtendable} and {@link markJoinable} marked:
 * an operation that the app doesn't override stays one.
 */
export function wrapOperations(adapter: MarkedAdapter, wrap: WrapOperation): Adapter {
  const wrapped = new WeakMap<object, AdapterOperation>() // so that the adapter and its base have the same operations
  const view = (source: MarkedAdapter): MarkedAdapter =>
    // A proxy must return a frozen property unchanged
    new Proxy(Object.isFrozen(source) ? { ...source } : source, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name === BASE_ADAPTER) return target[BASE_ADAPTER] && view(target[BASE_ADAPTER])
        if (typeof value !== "function" || typeof name === "symbol") return value
        const wrappedBefore = wrapped.get(value)
        if (wrappedBefore) return wrappedBefore
        const operation = wrap(name, (...parameters) => Reflect.apply(value, target, parameters))
        wrapped.set(value, operation)
        return operation
      },
    })
  return view(adapter)
}

function findOverrides(adapter: MarkedAdapter): Partial<Adapter> | undefined {
  const base = adapter[BASE_ADAPTER]
  if (!base) return undefined
  const names = [...new Set([...Object.keys(base), ...Object.keys(adapter)])]
  const changed = names.filter(
    (name) => name !== "transaction" && Reflect.get(adapter, name) !== Reflect.get(base, name),
  )
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, Reflect.get(adapter, name)])) : undefined
}

const TIMEOUT_MESSAGE =
  "A transaction was open for more than 10 seconds: an adapter operation that your app overrides did not finish. " +
  "If it queries the database itself, query `currentTransaction(db)` of `latchkit/adapters/sql` instead of `db`"
