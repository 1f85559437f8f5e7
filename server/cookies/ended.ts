import type { SetCookie, CookieOption } from "./options.ts"
import type { CookieJar } from "./jar.ts"
import { ENDED_SESSIONS_COOKIE, prefixedCookieName } from "./names.ts"

/** How many sign-outs are remembered. Only sign-outs of the last seconds matter, because a response rarely takes longer. */
const MAX_KEYS = 4
/** Keys that fit into a cookie without encoding. */
const KEY = /^[\w-]{1,64}$/

/**
 * Returns whether this browser signed out of a sealed session. A session in a cookie can't be deleted on the server,
 * and a response to an earlier request may arrive after the sign-out and set the cookie again. So a sign-out stores
 * the session's key in a cookie, and a token with that key opens nothing in this browser any more. Other devices and
 * later sessions have other keys.
 */
export function isSessionEnded(jar: CookieJar, session: CookieOption, key: string | undefined): boolean {
  const name = endedCookieName(session)
  return key !== undefined && jar.has(name) && parseSessionKeys(jar.get(name)).includes(key)
}

/** Like {@link isSessionEnded}, for a token whose cookie options are unknown. */
export function wasSessionEnded(jar: CookieJar, key: string | undefined): boolean {
  return (
    key !== undefined &&
    [true, false].some((host) =>
      parseSessionKeys(jar.get(prefixedCookieName(ENDED_SESSIONS_COOKIE, host))).includes(key),
    )
  )
}

/**
 * Returns the cookie that ends the session with this key, or nothing without a key. It lives as long as the session
 * would have.
 */
export function storeEndedSession(
  jar: CookieJar,
  session: CookieOption,
  { key, maxAge }: { key: string; maxAge: number | undefined },
): SetCookie[] {
  if (!KEY.test(key)) return []
  const name = endedCookieName(session)
  const keys = [...new Set([...parseSessionKeys(jar.get(name)), key])].slice(-MAX_KEYS)
  const { expires: _, maxAge: __, ...options } = session.options
  return [{ name, value: keys.join("."), options: { ...options, ...(maxAge !== undefined && { maxAge }) } }]
}

// It is sent wherever the session cookie is. The prefix requires https and the exact host (RFC 6265bis, section
// 4.1.3.2)
function endedCookieName({ options: { domain, path = "/", secure = false } }: CookieOption): string {
  return prefixedCookieName(ENDED_SESSIONS_COOKIE, secure && path === "/" && domain === undefined)
}

function parseSessionKeys(value: string | undefined): string[] {
  return value?.split(".").slice(0, MAX_KEYS) ?? []
}
