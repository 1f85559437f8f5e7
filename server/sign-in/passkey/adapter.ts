import type { Adapter } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../../http/auth-request.ts"

/** Returns the adapter, which passkeys require. */
export function requireAdapter({ settings: { adapter } }: RequestContext): Adapter {
  if (adapter) return adapter
  throw new AuthError("MissingAdapter", "Passkeys need an `adapter`")
}
