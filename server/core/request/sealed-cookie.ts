import * as v from "valibot"
import { expiredCookie } from "../cookies/jar.ts"
import { ownCookie } from "../cookies/names.ts"
import type { CookieKey, CookieOption, SetCookie } from "../cookies/options.ts"
import type { InternalCookieName, SealedPurpose } from "../crypto/bindings.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { sealToFitCookie } from "./app-state.ts"
import type { RequestContext } from "./auth-request.ts"

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
