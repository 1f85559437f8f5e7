import { isSessionEnded } from "../cookies/ended.ts"
import { sha256 } from "../crypto/hash.ts"
import { mapAwaitable } from "../crypto/then.ts"
import type { Awaitable } from "../../types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { LiveSession } from "../request/strategy.ts"

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
export function wasSwitchedAway(
  { settings, cookies, cookieTable }: RequestContext,
  storedKey: string,
): Awaitable<boolean> {
  if (settings.session.maxAccounts === 1) return false
  return mapAwaitable(hashedKey(storedKey), (key) => isSessionEnded(cookies, cookieTable.sessionToken, key))
}

const hashedKey = (key: string) => mapAwaitable(sha256(key), (hash) => hash.slice(0, 32))
