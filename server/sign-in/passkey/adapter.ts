import type { Adapter } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import type { Visit } from "../../http/auth-request.ts"

/** The adapter, which passkeys cannot do without. */
export function adapterOf({ settings: { adapter } }: Visit): Adapter {
  if (adapter) return adapter
  throw new AuthError("MissingAdapter", "Passkeys need an `adapter`")
}
