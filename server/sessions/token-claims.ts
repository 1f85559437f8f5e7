import type { JWT } from "../crypto/jwt-types.ts"
import { readSessionKey, startOf } from "../crypto/token-form.ts"
import type { Lifetime } from "./strategy.ts"

/**
 * Claims that Latchkit keeps in a session token: which session it is, when it began and how long it lives. Neither a
 * callback nor the data that a client sends to `update` can change them.
 */
type InternalClaim = "auth_time" | "session_key" | "session_max_age" | "browser_session" | "email_proven"

type InternalClaims = readonly (readonly [name: InternalClaim, value: unknown])[]

/** Returns Latchkit's own claims of `token`, with its lifetime if that differs from the configuration's. */
export function internalClaims(token: JWT, lifetime = tokenLifetime(token)): InternalClaims {
  return [
    ["auth_time", startOf(token)],
    ["session_key", readSessionKey(token)],
    ["session_max_age", lifetime?.maxAge],
    ["browser_session", lifetime?.persistent === false ? true : undefined],
    ["email_proven", token.email_proven === true || undefined],
  ]
}

/** Returns `token` with exactly these claims of Latchkit's own. Returns the same object if it has them already. */
export function withInternalClaims(claims: InternalClaims, token: JWT): JWT {
  if (claims.every(([name, value]) => token[name] === value)) return token
  const definedClaims = Object.fromEntries(claims.filter(([, value]) => value !== undefined))
  const others = Object.entries(token).filter(
    ([name]) => name in definedClaims || !claims.some(([other]) => other === name),
  )
  return { ...Object.fromEntries(others), ...definedClaims }
}

/** Returns the lifetime in a token, if it has one of its own. */
export function tokenLifetime({ session_max_age: maxAge, browser_session: browser }: JWT): Lifetime | undefined {
  return typeof maxAge === "number" ? { maxAge, persistent: browser !== true } : undefined
}
