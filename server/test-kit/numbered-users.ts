import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"

/**
 * Returns an adapter whose users have numbers as ids, as in Auth.js's adapter for pg. Its account records are like
 * those of `accountTables`: a text is the only id that finds them.
 */
export function numberedUsers(): Adapter {
  const ids: string[] = []
  const toNumber = (id: string) => (ids.includes(id) ? ids.indexOf(id) + 1 : ids.push(id))
  const memory = MemoryAdapter()
  const outside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(outside)
    if (value === null || typeof value !== "object" || value instanceof Date) return value
    const isUser = "email" in value && "id" in value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => {
        if (typeof one === "string" && (key === "userId" || (isUser && key === "id"))) return [key, toNumber(one)]
        return [key, outside(one)]
      }),
    )
  }
  const inside = (value: unknown): unknown => {
    if (typeof value === "number" || (typeof value === "string" && /^\d{1,3}$/.test(value)))
      return ids[Number(value) - 1]
    if (value === null || typeof value !== "object" || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => [
        key,
        /^(id|userId)$/.test(key) ? inside(one) : one,
      ]),
    )
  }
  return new Proxy(memory, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name)
      if (typeof operation !== "function" || /^transaction$|AccountRecords?$/.test(String(name))) return operation
      return async (first: unknown, ...others: unknown[]) =>
        outside(await Reflect.apply(operation, target, [inside(first), ...others]))
    },
  })
}
