import { clientFor } from "../core/client.ts"
import { leave } from "../page/leave.ts"
import type { SignOutOptions, SignOutResult } from "../actions/types.ts"

/**
 * Signs out. Every tab shows it at once, and shows the session again if the server rejects the sign-out or takes longer
 * than 10 seconds. A failure doesn't throw. If a deploy has removed the script for it, shows the sign-out page.
 */
export function signOut(options: SignOutOptions = {}): Promise<SignOutResult> {
  const client = clientFor(options)
  return client.load().then(
    (full) => full.signOut(options),
    () => leave(client, "signout?", options),
  )
}
