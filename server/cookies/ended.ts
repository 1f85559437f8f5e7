import type { SetCookie, CookieOption } from "./options.ts"
import type { CookieJar } from "./jar.ts"
import { ENDED_SESSIONS_COOKIE, prefixedCookieName } from "./names.ts"

/** Sign-outs that are remembered. Only those of the last seconds matter; a response rarely takes longer. */
const MAX_KEYS = 4
/** Keys that fit into a cookie as they are. */
const KEY = /^[\w-]{1,64}$/

/**
 * A session that lives in a cookie can't be deleted on the server. A response to a request that began before the sign-out may
 * still arrive after it and set the session cookie again. So a sign-out writes the session's key to a cookie, and a token with
 * that key opens nothing in this browser any more. Other devices, and the user's next session, have other keys.
 */
export function isSessionEnded(jar: CookieJar, session: CookieOption, key: string | undefined): boolean {
  const name = endedCookieName(session)
  return key !== undefined && jar.has(name) && parseSessionKeys(jar.get(name)).includes(key)
}

/** The same for a token in hand, where the options of the session cookie aren't known. */
export function wasSessionEnded(jar: CookieJar, key: string | undefined): boolean {
  return (
    key !== undefined &&
    [true, false].some((host) =>
      parseSessionKeys(jar.get(prefixedCookieName(ENDED_SESSIONS_COOKIE, host))).includes(key),
    )
  )
}

/** The cookie that ends the session with this key; none if the key is unknown. It stays as long as the session would have. */
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

// It goes wherever the session cookie goes. The prefix demands the whole host and https (RFC 6265bis, section 4.1.3.2)
function endedCookieName({ options: { domain, path = "/", secure = false } }: CookieOption): string {
  return prefixedCookieName(ENDED_SESSIONS_COOKIE, secure && path === "/" && domain === undefined)
}

function parseSessionKeys(value: string | undefined): string[] {
  return value?.split(".").slice(0, MAX_KEYS) ?? []
}
