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
const LIMITED = new WeakMap<Adapter, Map<number, Adapter>>()

/** Returns the adapter of a configuration, with a time limit for each operation. A transaction is one operation. */
export function openAdapter({ adapter: option, adapterTimeout }: AdapterConfig): Adapter | undefined {
  const adapter = typeof option === "function" ? option() : option
  const timeout = adapterTimeout ?? DEFAULT_TIMEOUT
  if (!adapter || timeout === false) return adapter
  const byTimeout = LIMITED.get(adapter) ?? new Map<number, Adapter>()
  LIMITED.set(adapter, byTimeout)
  const limited = byTimeout.get(timeout) ?? wrapOperations(adapter, (name, run) => limitTime(name, run, timeout))
  byTimeout.set(timeout, limited)
  return limited
}

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
