import { clientFor } from "../core/client-for.ts"
import type { SignOutOptions, SignOutResult } from "../actions/types.ts"

/**
 * Signs out. Every tab shows it at once, and shows the session again if the server rejects the sign-out. A failure
 * doesn't throw.
 */
export function signOut(options: SignOutOptions = {}): Promise<SignOutResult> {
  return clientFor(options)
    .load()
    .then(
      (client) => client.signOut(options),
      () => ({ ok: false, url: null, error: "RequestFailed" }),
    )
}
