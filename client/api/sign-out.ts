import { clientFor } from "../core/client.ts"
import type { SignOutOptions, SignOutResult } from "../actions/types.ts"

/** Signs out: every tab shows it at once, and shows the session again should the service refuse. Never throws for that. */
export async function signOut(options: SignOutOptions = {}): Promise<SignOutResult> {
  const loadedClient = await clientFor(options)
    .load()
    .catch(() => undefined)
  return loadedClient?.signOut(options) ?? { ok: false, url: null, error: "RequestFailed" }
}
