import * as v from "valibot"
import { expiredCookie } from "../cookies/jar.ts"
import { ownCookie, BINDING_COOKIES, BINDING_MAX_AGE, CHECK_MAX_AGE, type BindingPurpose } from "../cookies/names.ts"
import type { CookieKey, CookieOption, SetCookie } from "../cookies/options.ts"
import type { InternalCookieName, SealedPurpose } from "../crypto/bindings.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { sealToFitCookie } from "./app-state.ts"
import type { RequestContext } from "./auth-request.ts"
import { base64url, hex, isEqualConstantTime, hmac, randomBytes } from "../crypto/bytes.ts"
import { ensureBrowserSecret, readBrowserSecret } from "./csrf-check.ts"

type Schema = v.ObjectSchema<v.ObjectEntries, undefined>

interface SealedCookieOptions<S extends Schema> {
  /** The cookie's row in the table of bindings. The cookie table gives a configurable cookie its name. */
  name: Exclude<SealedPurpose & (InternalCookieName | CookieKey), "sessionToken">
  /** Seconds until the value expires. */
  maxAge: number
  schema: S
  /** Whether the value is as short as possible, because a browser may have several. @default false */
  brief?: boolean
}

interface WriteOptions {
  /** Tells cookies with the same base name apart. It is appended to the cookie's name. */
  key?: string | undefined
  /** Seconds until the value expires. @default the cookie's `maxAge` */
  maxAge?: number | undefined
  /** False if the cookie ends with the browser session. @default true */
  persistent?: boolean | undefined
}

/** A cookie whose value only this server can read. */
export interface SealedCookie<Value, S = unknown> {
  readonly schema: S
  /**
   * Returns the value, or `undefined` if it is missing, expired, forged, for another site, or of another shape. Never
   * throws.
   */
  read(request: RequestContext, key?: string): Promise<Value | undefined>
  /** @throws {RejectedRequest} 400 if the value doesn't fit in a cookie */
  write(request: RequestContext, value: Value, options?: WriteOptions): Promise<SetCookie>
  /** Returns the cookie that clears this one, or nothing if the browser has none. */
  clear(request: RequestContext, key?: string): SetCookie[]
  /**
   * Returns the keys of all cookies of this name, oldest first: browsers send cookies of one path in that order. Skips
   * names that other software made up, because a response can't clear every name that a browser sends.
   */
  keys(request: RequestContext): string[]
  /**
   * Returns the cookies that clear all but the newest `most` of this name. `added` is the key that the response sets,
   * and one of them.
   */
  clearOldest(request: RequestContext, options: { added: string; most: number }): SetCookie[]
  /** Returns how many characters the cookie takes in a `Cookie` header, or 0 if the browser has none. */
  storedLength(request: RequestContext, key: string): number
}

/** The most cookies that one response clears. A browser never gets as many; other software may have set hundreds. */
const MAX_CLEARED = 16
/** A key as Latchkit writes it: letters and digits of a hash. */
const KEY = /^[\w-]{1,64}$/

/** Defines a cookie that only this server can read. The table of bindings lists the values that it is bound to. */
export function sealedCookie<S extends Schema>({
  name,
  maxAge,
  schema,
  brief = false,
}: SealedCookieOptions<S>): SealedCookie<v.InferOutput<S>, S> {
  const cookie = ({ site, cookieTable }: RequestContext, key?: string, lifetime?: number): CookieOption => {
    const { name: configured, options } = isConfigurable(name)
      ? cookieTable[name]
      : ownCookie(name, site.secure, lifetime)
    return { name: key === undefined ? configured : `${configured}.${key}`, options }
  }
  const sealOptions = (request: RequestContext) =>
    isConfigurable(name) ? sealOptionsFor(request, name, request.cookieTable[name].name) : sealOptionsFor(request, name)

  const clear = (request: RequestContext, key?: string) => {
    const cookieOption = cookie(request, key)
    return request.cookies.has(cookieOption.name) ? [expiredCookie(cookieOption)] : []
  }
  const keys = (request: RequestContext) => {
    const prefix = cookie(request, "").name
    return [...request.cookies.names()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter((key) => KEY.test(key))
  }

  return {
    schema,
    clear,
    keys,
    async read(request, key) {
      const claims = await openValue(request.cookies.get(cookie(request, key).name), sealOptions(request))
      const { success, output } = v.safeParse(schema, claims)
      return success ? output : undefined
    },
    async write(request, value, { key, maxAge: lifetime = maxAge, persistent = true } = {}) {
      const { name, options } = cookie(request, key, persistent ? lifetime : undefined)
      const seal = (fitting: object) => sealValue(fitting, { ...sealOptions(request), maxAge: lifetime, brief })
      return { name, value: await sealToFitCookie(request, value, seal), options }
    },
    clearOldest(request, { added, most }) {
      const others = keys(request).filter((key) => key !== added)
      const surplus = others.slice(0, Math.max(0, others.length - most + 1))
      return surplus.slice(0, MAX_CLEARED).flatMap((key) => clear(request, key))
    },
    storedLength(request, key) {
      const { name } = cookie(request, key)
      const value = request.cookies.get(name)
      return value === undefined ? 0 : name.length + value.length
    },
  }
}

const CONFIGURABLE = ["state", "nonce", "pkceCodeVerifier", "webauthnChallenge"] as const satisfies CookieKey[]

function isConfigurable(name: string): name is (typeof CONFIGURABLE)[number] {
  return (CONFIGURABLE as readonly string[]).includes(name)
}

const SECRET = /^[0-9a-f]{64}$/

/** Returns the secret that this browser's sign-ins, or its passkey ceremonies, are bound to, if it has one. */
export function readBrowserBinding(context: RequestContext, purpose: BindingPurpose = "signIn"): string | undefined {
  const secret = context.cookies.get(bindingCookie(context, purpose).name)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/**
 * Returns the secret that a new sign-in or passkey ceremony is bound to, with the cookie that keeps it.
 *
 * The CSRF cookie can't keep it. A new browser's page may send several requests at once, and each response sets a CSRF
 * cookie. The last one would replace the cookie that the sign-in is bound to. Besides, a sibling host can set a CSRF
 * cookie that the app renamed to a name without `__Host-`.
 */
export function ensureBrowserBinding(
  context: RequestContext,
  purpose: BindingPurpose = "signIn",
  initial = hex(randomBytes(32)),
): { secret: string; cookies: SetCookie[] } {
  const secret = readBrowserBinding(context, purpose) ?? initial
  return { secret, cookies: [{ ...bindingCookie(context, purpose), value: secret }] }
}

/**
 * Returns the secret that tabs of a browser share if they start sign-ins at once, before it has a binding. A random one
 * of each would replace the others. Returns `undefined` if a sibling host could have set the CSRF cookie.
 */
export async function sharedBinding(context: RequestContext): Promise<string | undefined> {
  if (!context.cookieTable.csrfToken.name.startsWith("__Host-")) return undefined
  const csrfSecret = await readBrowserSecret(context)
  return csrfSecret && hmac(context.settings.secrets[0] ?? "", "own state", `binding ${csrfSecret}`)
}

/** Returns the cookie that the form of a step needs, if the browser has none. */
export async function ensureFormCookie(context: RequestContext): Promise<SetCookie[]> {
  return context.settings.csrfCheck ? (await ensureBrowserSecret(context)).cookies : []
}

const bindingCookie = ({ site }: RequestContext, purpose: BindingPurpose) =>
  ownCookie(BINDING_COOKIES[purpose], site.secure, BINDING_MAX_AGE)

/** The parts of a `state`: 96 random bits, the start in seconds, whether it may restart, and 76 bits of a signature. */
const STATE = /^([\w-]{16}([0-9a-z]{7})([01]))([0-9a-f]{19})$/

interface OwnState {
  provider: string
  /** The secret of the browser. */
  browser: string
  /** Whether the sign-in may start again if the browser has lost its cookies. */
  restarts: boolean
}

/**
 * Creates the `state` of a sign-in. The browser's secret signs it. So Latchkit recognizes a response to this browser's
 * own sign-in, even if the cookies of the sign-in are gone.
 */
export async function createState(context: RequestContext, { provider, browser, restarts }: OwnState): Promise<string> {
  const now = Math.floor(context.settings.now() / 1000)
  const text = `${base64url(randomBytes(12))}${now.toString(36).padStart(7, "0")}${restarts ? 1 : 0}`
  return text + (await signature(context, { provider, browser, text }))
}

/** Returns whether this browser started a sign-in with that `state` a short time ago, and it may start again. */
export async function mayRestart(context: RequestContext, provider: string, state: string): Promise<boolean> {
  const [, text = "", start = "", restarts, sent = ""] = STATE.exec(state) ?? []
  const browser = readBrowserBinding(context)
  if (restarts !== "1" || browser === undefined) return false
  if (Number.parseInt(start, 36) + CHECK_MAX_AGE <= context.settings.now() / 1000) return false
  return isEqualConstantTime(await signature(context, { provider, browser, text }), sent)
}

/** Returns the hash of a browser's secret, which a sign-in stores in place of the secret. */
export async function browserHash(secret: string): Promise<string> {
  return (await hmac(secret, "own state", "browser")).slice(0, 32)
}

/** Returns whether a sign-in that stored this hash was started in this browser. */
export async function isStartedHere(context: RequestContext, hash: string): Promise<boolean> {
  const secret = readBrowserBinding(context)
  return secret !== undefined && isEqualConstantTime(await browserHash(secret), hash)
}

// Without the server's secret, so that it outlives a deploy with a new one
async function signature(
  { site }: RequestContext,
  { provider, browser, text }: { provider: string; browser: string; text: string },
): Promise<string> {
  return (await hmac(browser, "own state", `${site.url}\n${provider}\n${text}`)).slice(0, 19)
}
