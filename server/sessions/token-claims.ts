import type { JWT } from "../crypto/jwt-types.ts"
import { readSessionKey, startOf } from "../crypto/token-form.ts"
import type { Lifetime } from "./strategy.ts"

/**
 * Claims that Latchkit keeps in a session token: which session it is, when it began and how long it lives. Neither a callback
 * nor what a client sends to `update` can change them.
 */
type InternalClaim = "auth_time" | "session_key" | "session_max_age" | "browser_session" | "email_proven"

type InternalClaims = readonly (readonly [name: InternalClaim, value: unknown])[]

/** The own claims of `token`, with a lifetime that differs from the configuration's, if there is one. */
export function internalClaims(token: JWT, lifetime = tokenLifetime(token)): InternalClaims {
  return [
    ["auth_time", startOf(token)],
    ["session_key", readSessionKey(token)],
    ["session_max_age", lifetime?.maxAge],
    ["browser_session", lifetime?.persistent === false ? true : undefined],
    ["email_proven", token.email_proven === true || undefined],
  ]
}

/** `token` with exactly these own claims; the same object if it has them already. */
export function withInternalClaims(claims: InternalClaims, token: JWT): JWT {
  if (claims.every(([name, value]) => token[name] === value)) return token
  const definedClaims = Object.fromEntries(claims.filter(([, value]) => value !== undefined))
  const others = Object.entries(token).filter(
    ([name]) => name in definedClaims || !claims.some(([other]) => other === name),
  )
  return { ...Object.fromEntries(others), ...definedClaims }
}

/** The lifetime that a token has of its own. */
export function tokenLifetime({ session_max_age: maxAge, browser_session: browser }: JWT): Lifetime | undefined {
  return typeof maxAge === "number" ? { maxAge, persistent: browser !== true } : undefined
}
