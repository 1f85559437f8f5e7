import { AuthError } from "../errors.ts"
import type { Adapter } from "./contract.ts"
import { wrapOperations, type AdapterOperation } from "./extended.ts"

interface AdapterConfig {
  adapter?: Adapter | (() => Adapter) | undefined
  /** In milliseconds. */
  adapterTimeout?: number | false | undefined
}

const DEFAULT_TIMEOUT = 15_000
// By adapter, because a configuration may be created for each request, and locks belong to one adapter
const OPENED = new WeakMap<Adapter, Map<number | false, Adapter>>()

/**
 * Returns the adapter of a configuration, with a time limit for each operation. A transaction is one operation. The ids
 * of the users that it returns are texts, also if the database numbers them.
 */
export function openAdapter({ adapter: option, adapterTimeout = DEFAULT_TIMEOUT }: AdapterConfig): Adapter | undefined {
  const adapter = typeof option === "function" ? option() : option
  if (!adapter) return undefined
  if (adapter instanceof Promise)
    throw new AuthError("InvalidConfiguration", "`adapter` is a Promise. Wait for it: `adapter: await createAdapter()`")
  const byTimeout = OPENED.get(adapter) ?? new Map<number | false, Adapter>()
  OPENED.set(adapter, byTimeout)
  const opened =
    byTimeout.get(adapterTimeout) ??
    wrapOperations(adapter, (name, run) =>
      withTextIds(name, adapterTimeout === false ? run : limitTime(name, run, adapterTimeout)),
    )
  byTimeout.set(adapterTimeout, opened)
  return opened
}

function withTextIds(name: string, run: AdapterOperation): AdapterOperation {
  if (name === "transaction") return (work) => run(onTextIds(work as TransactionWork)) // as `transaction` of `Adapter`
  return (...parameters) => {
    const result = run(...parameters)
    return isThenable(result) ? result.then(toTextIds) : toTextIds(result)
  }
}

type TransactionWork = (adapter: Adapter) => Promise<unknown>

function onTextIds(work: TransactionWork): TransactionWork {
  return (transaction) => work(wrapOperations(transaction, withTextIds))
}

// Also of a session with its user. A row whose ids are texts is returned as it is
function toTextIds(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(toTextIds)
  if (!isRow(result)) return result
  const { id, userId, session, user } = result
  if (isRow(session) && isRow(user)) return { session: toTextIds(session), user: toTextIds(user) }
  if (!Number.isSafeInteger(id) && !Number.isSafeInteger(userId)) return result
  return {
    ...result,
    ...(Number.isSafeInteger(id) && { id: String(id) }),
    ...(Number.isSafeInteger(userId) && { userId: String(userId) }),
  }
}

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

function limitTime(name: string, run: AdapterOperation, timeout: number): AdapterOperation {
  return (...parameters) => {
    const result = run(...parameters)
    if (!isThenable(result)) return result
    return new Promise((resolve, reject) => {
      const late = () => reject(new AuthError("AdapterError", lateMessage(name, timeout)))
      const timer = setTimeout(late, timeout)
      const settle = (finish: (value: unknown) => void) => (value: unknown) => {
        clearTimeout(timer)
        finish(value)
      }
      result.then(settle(resolve), settle(reject))
    })
  }
}

// A query builder is not a promise, but has its `then`
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"
}

const lateMessage = (name: string, timeout: number) =>
  `The adapter's \`${name}\` did not finish within ${timeout / 1000} seconds. Check the connection to your database, ` +
  "or set `adapterTimeout` to more milliseconds"
