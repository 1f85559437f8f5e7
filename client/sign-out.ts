import { clientOf } from "./client.ts"
import type { SignOutOptions, SignOutResult } from "./types.ts"

/** Signs out: every tab shows it at once, and shows the session again should the service refuse. Never throws for that. */
export async function signOut(options: SignOutOptions = {}): Promise<SignOutResult> {
  const whole = await clientOf(options)
    .load()
    .catch(() => undefined)
  return whole?.signOut(options) ?? { ok: false, url: null, error: "RequestFailed" }
}
