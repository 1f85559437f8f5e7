import type { PasskeyOptions, PasskeyResult } from "../actions/types.ts"
import { sessionVersion } from "../page/session-version.ts"
import { thisPage } from "../page/page.ts"
import { passkey } from "./passkey.ts"

const OFFERED = "latchkit.passkey-offered"
/** How long the browser may take, in milliseconds. A page's next passkey request waits for it. */
const TIMEOUT = 3000

/**
 * Lets a supporting browser create a passkey without a prompt, in the 5 minutes after a sign-in with any method. Call
 * it on the page that users see first. It sends one request for each sign-in, and none for anonymous users. A failure
 * doesn't throw.
 *
 * @example
 * void offerPasskey()
 */
export async function offerPasskey(options: Omit<PasskeyOptions, "signal"> = {}): Promise<PasskeyResult> {
  const version = sessionVersion(thisPage)
  if (version === undefined) return { ok: false, url: null, error: "SessionRequired" }
  if (storedVersion() === version) return { ok: false, url: null, error: "Cancelled" }
  storeVersion(version)
  return passkey.register({ ...options, automatic: true, signal: AbortSignal.timeout(TIMEOUT) })
}

// A browser that blocks storage sends one request for each page
function storedVersion(): string | null {
  try {
    return sessionStorage.getItem(OFFERED)
  } catch {
    return null
  }
}

function storeVersion(version: string): void {
  try {
    sessionStorage.setItem(OFFERED, version)
  } catch {
    return
  }
}
