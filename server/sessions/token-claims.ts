import type { JWT } from "../crypto/jwt-types.ts"
import { sessionKeyOf, startOf } from "../crypto/token-form.ts"
import type { Lifetime } from "./strategy.ts"

/**
 * Claims that Latchkit keeps in a session token: which session it is, when it began and how long it lives. Neither a callback
 * nor what a client sends to `update` can change them.
 */
type OwnClaim = "auth_time" | "session_key" | "session_max_age" | "browser_session" | "email_proven"

type OwnClaims = readonly (readonly [name: OwnClaim, value: unknown])[]

/** The own claims of `token`, with a lifetime that differs from the configuration's, if there is one. */
export function ownClaims(token: JWT, lifetime = lifetimeIn(token)): OwnClaims {
  return [
    ["auth_time", startOf(token)],
    ["session_key", sessionKeyOf(token)],
    ["session_max_age", lifetime?.maxAge],
    ["browser_session", lifetime?.persistent === false ? true : undefined],
    ["email_proven", token.email_proven === true || undefined],
  ]
}

/** `token` with exactly these own claims; the same object if it has them already. */
export function pinned(own: OwnClaims, token: JWT): JWT {
  if (own.every(([name, value]) => token[name] === value)) return token
  const kept = Object.fromEntries(own.filter(([, value]) => value !== undefined))
  const others = Object.entries(token).filter(([name]) => name in kept || !own.some(([other]) => other === name))
  return { ...Object.fromEntries(others), ...kept }
}

/** The lifetime that a token has of its own. */
export function lifetimeIn({ session_max_age: maxAge, browser_session: browser }: JWT): Lifetime | undefined {
  return typeof maxAge === "number" ? { maxAge, persistent: browser !== true } : undefined
}
