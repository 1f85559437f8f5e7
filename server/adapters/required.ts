import { AuthError } from "../errors.ts"
import type { Adapter } from "./contract.ts"

/**
 * An operation of the adapter, bound to it.
 *
 * @throws {AuthError} `MissingAdapterMethods` when the adapter has no such operation
 */
export function required<Name extends keyof Adapter>(adapter: Adapter, name: Name): NonNullable<Adapter[Name]> {
  const operation: unknown = adapter[name]
  if (typeof operation !== "function") {
    throw new AuthError("MissingAdapterMethods", `The adapter has no ${name}, and this request needs it`)
  }
  return operation.bind(adapter) as NonNullable<Adapter[Name]> // the same operation
}
