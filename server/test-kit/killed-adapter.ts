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
      // Without the deletions that other tests left: a process carries them out beside its request, which would be
      // writes too
      if (name === "listAccountRecords")
        return async (kind: string, userId: string) =>
          kind === "deletion" ? [] : (Reflect.apply(value, target, [kind, userId]) as unknown)
      if (!WRITES.test(name)) return value.bind(target) as unknown
      return async (...parameters: unknown[]) => {
        if (log.die?.before === log.names.length) return log.die.by()
        log.names.push(name)
        return Reflect.apply(value, target, parameters) as unknown
      }
    },
  })
}

/**
 * Calls `before` before each operation of an adapter, with its number. So a test can send another request between any
 * two operations. Within a transaction it sees none, because the transaction has an adapter of its own.
 */
export function stepped(adapter: Adapter, before: (turn: number) => Promise<void>): Adapter {
  const count = { operations: 0 }
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== "function" || name === "deleteExpired" || name === "transaction") return value
      return async (...parameters: unknown[]) => {
        await before(count.operations++)
        return Reflect.apply(value, target, parameters) as unknown
      }
    },
  })
}
