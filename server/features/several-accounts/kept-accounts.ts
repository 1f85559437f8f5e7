import * as v from "valibot"
import { CHUNK_LENGTH, type CookieJar, expiredCookie, readChunked, writeChunked } from "../../core/cookies/jar.ts"
import { storeKeys, withoutAwayKeys } from "../../core/cookies/ended.ts"
import {
  ACCOUNTS_BROWSER_COOKIE,
  IMPERSONATION_COOKIE,
  KEPT_ACCOUNT_COOKIE,
  ownCookie,
  SESSION_PROVIDER_COOKIE,
} from "../../core/cookies/names.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { hex, hmac, randomBytes } from "../../core/crypto/bytes.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { sealedCookie } from "../../core/request/sealed-cookie.ts"
import { lookupSession } from "../../core/sessions/index.ts"
import { defaultLifetime, withExpiry } from "../../core/sessions/lifetime.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { browserKey } from "../../core/sessions/account-state.ts"
import { isSameId } from "../../core/users/users.ts"

/** The longest time that browsers keep a cookie (RFC 6265bis, section 5.5). */
const MAX_AGE = 400 * 24 * 60 * 60
/**
 * The most characters of all kept accounts. nginx rejects a Cookie header of more than 8 KB, and the active session
 * needs room too.
 */
const MAX_LENGTH = 5 * 1024
/** How many cookies are opened. A browser never gets more; other software may have set hundreds. */
const MAX_READ = 16

const keptCookie = sealedCookie({
  name: KEPT_ACCOUNT_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({
    id: v.string(),
    browser: v.string(),
    user: v.string(),
    /** The value of the session cookie. */
    token: v.string(),
    /** The cookies that belong to the session, by name. */
    companions: v.record(v.string(), v.string()),
    /** When it was kept, in milliseconds. */
    at: v.number(),
  }),
})

type KeptValue = v.InferOutput<typeof keptCookie.schema>

/** A session that this browser keeps beside the active one. */
export interface KeptAccount extends Pick<KeptValue, "id" | "token" | "companions" | "at"> {
  /** The request as it would be if this session were the active one. */
  readonly context: RequestContext
  readonly session: LiveSession
}

/** Returns the public id of a user's account in this site's browsers. It opens nothing. */
export async function accountId({ settings, site }: RequestContext, user: string): Promise<string> {
  return (await hmac(settings.secrets[0] ?? "", "browser account id", `${site.url}\n${user}`)).slice(0, 10)
}

/**
 * Returns the live sessions that this browser keeps, the newest first and one for each user. `cookies` clear those that
 * prove nothing anymore. The active session's account may have an older copy among them.
 */
export async function readKeptAccounts(
  context: RequestContext,
): Promise<{ accounts: KeptAccount[]; cookies: SetCookie[] }> {
  const { maxAccounts } = context.settings.session
  const ids = keptCookie.keys(context).slice(0, MAX_READ)
  const values = await Promise.all(ids.map((id) => readKept(context, id)))
  const newest = values.filter((value) => value !== undefined).sort((a, b) => b.at - a.at)
  const accounts: KeptAccount[] = []
  for (const keptAccount of newest.slice(0, maxAccounts === 1 ? 0 : maxAccounts)) {
    const session = await lookupKept(keptAccount)
    const isKnown = session && accounts.some(({ session: { userId: user } }) => isSameId(user, session.userId))
    if (session && !isKnown) accounts.push({ ...keptAccount, session })
  }
  const dead = ids.filter((id) => !accounts.some((account) => account.id === id))
  return { accounts, cookies: dead.flatMap((id) => keptCookie.clear(context, id)) }
}

/** Returns the session's cookie if it belongs to this browser and to the id in its name. */
async function readKept(context: RequestContext, id: string) {
  const value = await keptCookie.read(context, id)
  if (!value || value.id !== id || value.browser !== readBrowserId(context)) return undefined
  return { ...value, context: toAccountContext(context, value) }
}

async function lookupKept({ user, context }: { user: string; context: RequestContext }) {
  const session = await lookupSession(context)
  return session.kind === "live" && isSameId(session.userId, user) ? session : undefined
}

/** Returns the request with another session's cookies in place of the active one's. */
function toAccountContext(context: RequestContext, { token, companions }: Pick<KeptValue, "token" | "companions">) {
  const { cookieTable, site } = context
  const jar = withoutAwayKeys(context.cookies, cookieTable.sessionToken)
  const replaced = new Map<string, string | undefined>([[cookieTable.sessionToken.name, token]])
  replaced.set(ownCookie(IMPERSONATION_COOKIE, site.secure).name, undefined) // it belongs to the active session
  for (const name of COMPANIONS) replaced.set(ownCookie(name, site.secure).name, companions[name])
  return { ...context, cookies: withReplaced(jar, replaced) }
}

function withReplaced(jar: CookieJar, values: ReadonlyMap<string, string | undefined>): CookieJar {
  return {
    get: (name) => (values.has(name) ? values.get(name) : jar.get(name)),
    has: (name) => (values.has(name) ? values.get(name) !== undefined : jar.has(name)),
    names: () => jar.names(),
  }
}

/** Latchkit's cookies that belong to one session. */
const COMPANIONS = [SESSION_PROVIDER_COOKIE] as const

/**
 * Returns the cookies that keep the active session, or `undefined` if it can't be kept: it is too large, or has no user
 * or key.
 */
export async function keepSession(context: RequestContext, session: LiveSession): Promise<SetCookie[] | undefined> {
  const { settings, cookies, cookieTable, site } = context
  const token = readChunked(cookies, cookieTable.sessionToken.name)
  const { userId: user, key, lifetime } = session
  if (!token || user === undefined || !key) return undefined
  const id = await accountId(context, user)
  const { browser, set } = ensureBrowserId(context)
  const companions = Object.fromEntries(
    COMPANIONS.map((name) => [name, cookies.get(ownCookie(name, site.secure).name)] as const).filter(
      (entry): entry is [(typeof COMPANIONS)[number], string] => entry[1] !== undefined,
    ),
  )
  const { persistent } = lifetime ?? defaultLifetime(settings)
  const maxAge = Math.min(MAX_AGE, Math.max(1, Math.ceil((expiryTime(session) - settings.now()) / 1000)))
  const value = { id, browser, user, token, companions, at: settings.now() }
  const keptAccount = await keptCookie.write(context, value, { key: id, maxAge, persistent })
  return keptAccount.value.length > CHUNK_LENGTH ? undefined : [...set, keptAccount]
}

/** Returns when a live session expires, in milliseconds. */
function expiryTime({ stored, token }: LiveSession): number {
  return stored ? stored.session.expires.getTime() : (token?.exp ?? 0) * 1000
}

interface SessionChanges {
  /** The session that becomes active. */
  active?: LiveSession | undefined
  /** The session that was active, and is kept. */
  away?: LiveSession | undefined
  ended?: readonly LiveSession[]
}

/**
 * Returns the cookie that says which of this browser's sessions can't be active, so that no late response restores one.
 */
export async function markSessions(
  { settings, cookies, cookieTable }: RequestContext,
  { active, away, ended = [] }: SessionChanges,
): Promise<SetCookie[]> {
  const keys = await Promise.all(ended.filter(({ stored }) => !stored).map(browserKey)) // the row of a stored one is gone
  return storeKeys(cookies, cookieTable.sessionToken, {
    ended: keys,
    away: away ? [await browserKey(away)] : [],
    active: active && (await browserKey(active)),
    maxAge: settings.session.maxAge,
  })
}

/** Returns the cookies that make a kept session the active one. */
export function activateSession(context: RequestContext, { session, token, companions }: KeptAccount): SetCookie[] {
  const { settings, cookies, cookieTable, site } = context
  const { name, options } = cookieTable.sessionToken
  const lifetime = session.lifetime ?? defaultLifetime(settings)
  const expiring = withExpiry(options, lifetime, new Date(expiryTime(session)))
  return [
    ...writeChunked(cookies, { name, options: expiring }, token),
    ...COMPANIONS.flatMap((companion) => {
      const cookie = ownCookie(companion, site.secure, lifetime.persistent ? MAX_AGE : undefined)
      const value = companions[companion]
      if (value !== undefined) return [{ ...cookie, value }]
      return cookies.has(cookie.name) ? [expiredCookie(cookie)] : []
    }),
  ]
}

/**
 * Returns the accounts that don't fit beside the session that `cookies` keep, the oldest ones. `accounts` are the
 * newest first.
 */
export function surplusAccounts<Account extends { readonly id: string }>(
  context: RequestContext,
  accounts: readonly Account[],
  cookies: readonly SetCookie[],
): Account[] {
  const cookieLength = cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  const isKept = cookies.length > 0 ? 1 : 0
  const room = { accounts: context.settings.session.maxAccounts - 1 - isKept, length: MAX_LENGTH - cookieLength }
  return accounts.filter(({ id }) => {
    room.accounts -= 1
    room.length -= keptCookie.storedLength(context, id)
    return room.accounts < 0 || room.length < 0
  })
}

/** Returns the cookies that forget kept sessions. */
export function forgetAccounts(context: RequestContext, ids: readonly string[]): SetCookie[] {
  return ids.flatMap((id) => keptCookie.clear(context, id))
}

/** Returns the cookies that forget all kept sessions. One that a late response sets again opens nothing. */
export function forgetAllAccounts(context: RequestContext): SetCookie[] {
  const cookie = browserCookie(context)
  const browser = context.cookies.has(cookie.name) ? [expiredCookie(cookie)] : []
  return [...browser, ...forgetAccounts(context, keptCookie.keys(context).slice(0, MAX_READ))]
}

const browserCookie = ({ site }: RequestContext) => ownCookie(ACCOUNTS_BROWSER_COOKIE, site.secure, MAX_AGE)

function readBrowserId(context: RequestContext): string | undefined {
  const value = context.cookies.get(browserCookie(context).name)
  return value !== undefined && /^[0-9a-f]{32}$/.test(value) ? value : undefined
}

function ensureBrowserId(context: RequestContext): { browser: string; set: SetCookie[] } {
  const existing = readBrowserId(context)
  if (existing !== undefined) return { browser: existing, set: [] }
  const browser = hex(randomBytes(16))
  return { browser, set: [{ ...browserCookie(context), value: browser }] }
}
