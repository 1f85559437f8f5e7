import type { SetCookie, CookieOption } from "./options.ts"
import type { CookieJar } from "./jar.ts"
import { ENDED_SESSIONS_COOKIE, prefixedCookieName } from "./names.ts"

/**
 * How many sign-outs are remembered. Only sign-outs of the last seconds matter, because a response rarely takes longer.
 */
const MAX_KEYS = 4
/** How many are read. A browser that signs out of several accounts at once stores more than {@link MAX_KEYS}. */
const MAX_READ_KEYS = 16
/** Keys that fit into a cookie without encoding. */
const KEY = /^[\w-]{1,64}$/
/** Follows the key of a session that another account has replaced. It can become active again. */
const AWAY = "~"

/**
 * Returns whether this browser signed out of a sealed session. A session in a cookie can't be deleted on the server.
 * A response to an earlier request may arrive after the sign-out, and set the cookie again. So a sign-out stores
 * the session's key in a cookie, and a token with that key opens nothing in this browser anymore. Other devices and
 * later sessions have other keys.
 */
export function isSessionEnded(jar: CookieJar, session: CookieOption, key: string | undefined): boolean {
  const name = endedCookieName(session)
  return key !== undefined && jar.has(name) && includesKey(parseSessionKeys(jar.get(name)), key)
}

const includesKey = (keys: readonly string[], key: string) => keys.includes(key) || keys.includes(key + AWAY)

/** Like {@link isSessionEnded}, for a token whose cookie options are unknown. */
export function wasSessionEnded(jar: CookieJar, key: string | undefined): boolean {
  return (
    key !== undefined &&
    [true, false].some((host) =>
      includesKey(parseSessionKeys(jar.get(prefixedCookieName(ENDED_SESSIONS_COOKIE, host))), key),
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
  return storeKeys(jar, session, { ended: [key], maxAge })
}

interface KeyChanges {
  /** Keys of sessions that have ended. */
  ended?: readonly string[]
  /** Keys of sessions that another account has replaced. */
  away?: readonly string[]
  /** The key of the session that is active from now on. */
  active?: string | undefined
  /** Seconds, or `undefined` if the cookie ends with the browser. */
  maxAge: number | undefined
}

/** Returns the cookie that stores which sessions can't be active anymore, or nothing without a change. */
export function storeKeys(
  jar: CookieJar,
  session: CookieOption,
  { ended = [], away = [], active, maxAge }: KeyChanges,
): SetCookie[] {
  const name = endedCookieName(session)
  const before = parseSessionKeys(jar.get(name))
  const added = [...away.filter(isKey).map((key) => key + AWAY), ...ended.filter(isKey)]
  const others = before.filter((one) => one !== `${active}${AWAY}` && !ended.includes(one.replace(AWAY, "")))
  if (added.length === 0 && others.length === before.length) return []
  const keys = [...new Set([...others, ...added])].slice(-Math.max(MAX_KEYS, added.length))
  const { expires: _, maxAge: __, ...options } = session.options
  if (keys.length === 0) return [{ name, value: "", options: { ...options, maxAge: 0 } }]
  return [{ name, value: keys.join("."), options: { ...options, ...(maxAge !== undefined && { maxAge }) } }]
}

const isKey = (key: string) => KEY.test(key)

/** Returns a jar in which no session counts as replaced, to look one up that may become active again. */
export function withoutAwayKeys(jar: CookieJar, session: CookieOption): CookieJar {
  const name = endedCookieName(session)
  const otherKeys = parseSessionKeys(jar.get(name)).filter((key) => !key.endsWith(AWAY))
  return { ...jar, get: (wanted) => (wanted === name && jar.has(name) ? otherKeys.join(".") : jar.get(wanted)) }
}

// It is sent wherever the session cookie is. The prefix requires https and the exact host (RFC 6265bis, section
// 4.1.3.2)
function endedCookieName({ options: { domain, path = "/", secure = false } }: CookieOption): string {
  return prefixedCookieName(ENDED_SESSIONS_COOKIE, secure && path === "/" && domain === undefined)
}

function parseSessionKeys(value: string | undefined): string[] {
  return value?.split(".").slice(0, MAX_READ_KEYS) ?? []
}
