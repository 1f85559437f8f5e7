import type { Adapter } from "../adapters/contract.ts"

// `deleteExpired` runs beside a request, so it has no fixed place in the order
const WRITES = /^(claim|create|delete(?!Expired)|increment|link|release|take|unlink|update|use)/

/** The writes of a request, in order, and the place at which it ends. */
export interface WriteLog {
  readonly names: string[]
  /** Called instead of a write with this number, which starts at 0. It never returns. */
  die?: { before: number; by: () => Promise<never> } | undefined
}

/** Wraps an adapter so that its process can die between two writes. */
export function killable<A extends Adapter>(adapter: A, log: WriteLog): A {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== "function" || typeof name !== "string") return value
      if (name === "transaction")
        return (run: (inner: Adapter) => unknown) =>
          Reflect.apply(value, target, [(inner: Adapter) => run(killable(inner, log))]) as unknown
      if (!WRITES.test(name)) return value.bind(target) as unknown
      return async (...parameters: unknown[]) => {
        if (log.die?.before === log.names.length) return log.die.by()
        log.names.push(name)
        return Reflect.apply(value, target, parameters) as unknown
      }
    },
  })
}
