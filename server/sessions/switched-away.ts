import { isSessionEnded } from "../cookies/ended.ts"
import { sha256 } from "../crypto/hash.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { LiveSession } from "./strategy.ts"

/**
 * Returns the key that tells a browser's sessions apart. The key of a stored session may be its token, so a hash of it
 * is returned.
 */
export async function browserKey({ key, stored }: LiveSession): Promise<string> {
  return stored ? hashedKey(key) : key
}

/**
 * Returns whether another account has replaced this stored session in this browser. A late response may have set its
 * cookie again. The switch back removes the mark.
 */
export async function wasSwitchedAway(
  { settings, cookies, cookieTable }: RequestContext,
  storedKey: string,
): Promise<boolean> {
  if (settings.session.maxAccounts === 1) return false
  return isSessionEnded(cookies, cookieTable.sessionToken, await hashedKey(storedKey))
}

const hashedKey = async (key: string) => (await sha256(key)).slice(0, 32)
