import type { JWT } from "../crypto/jwt-types.ts"
import { readSessionKey, startClaim } from "../crypto/token-form.ts"
import type { Lifetime } from "../request/strategy.ts"

/**
 * Claims that Latchkit keeps in a session token: the session, its beginning and its lifetime. They also say when and
 * how the user last proved who they are. Neither a callback nor the data that a client sends to `update` can change
 * them.
 */
const INTERNAL_CLAIMS = [
  "auth_time",
  "session_key",
  "session_max_age",
  "browser_session",
  "email_proven",
  "session_proofs",
  "security_epoch",
  "native_app",
  "device_binding",
] as const

type InternalClaims = Readonly<Record<(typeof INTERNAL_CLAIMS)[number], unknown>>

/** Returns Latchkit's own claims of `token`, with its lifetime if that differs from the configuration's. */
export function internalClaims(token: JWT, lifetime = tokenLifetime(token)): InternalClaims {
  return {
    auth_time: startClaim(token),
    session_key: readSessionKey(token),
    session_max_age: lifetime?.maxAge,
    browser_session: lifetime?.persistent === false ? true : undefined,
    email_proven: token.email_proven === true || undefined,
    session_proofs: toText(token["session_proofs"]),
    device_binding: toText(token["device_binding"]),
    security_epoch: epochClaim(token),
    native_app: toText(token["native_app"]),
  }
}

/** Internal claims that an app may read. */
const READABLE: ReadonlySet<string> = new Set(["auth_time", "email_proven", "native_app"])

/** Returns `token` as the `session` callback of an Auth.js app gets it. Many send all of it to the page. */
export function withoutPrivateClaims(token: JWT): JWT {
  const hidden = INTERNAL_CLAIMS.filter((name) => !READABLE.has(name))
  return Object.fromEntries(Object.entries(token).filter(([name]) => !hidden.some((one) => one === name)))
}

/** Returns the security epoch in a token, if it has one. */
export const epochClaim = ({ security_epoch: epoch }: JWT): string | undefined => toText(epoch)

const toText = (claim: unknown): string | undefined => (typeof claim === "string" ? claim : undefined)

/** Returns `token` with exactly these claims of Latchkit's own. Returns the same object if it has them already. */
export function withInternalClaims(claims: InternalClaims, token: JWT): JWT {
  if (INTERNAL_CLAIMS.every((name) => token[name] === claims[name])) return token
  const exact: Record<string, unknown> = { ...token }
  for (const name of INTERNAL_CLAIMS) {
    const value = claims[name]
    if (value !== undefined) exact[name] = value
    else if (name in exact) delete exact[name]
  }
  return exact as JWT // the claims are those of a token
}

/** Returns the lifetime in a token, if it has one of its own. */
export function tokenLifetime({ session_max_age: maxAge, browser_session: browser }: JWT): Lifetime | undefined {
  return typeof maxAge === "number" ? { maxAge, persistent: browser !== true } : undefined
}

/** The most characters of a name or an email address that a cookie holds. */
const MAX_TEXT = 256
const MAX_PICTURE = 2048

/** Returns the claims with long names cut and large pictures dropped, so that they fit into a cookie. */
export function boundedClaims(claims: JWT): JWT {
  const { name, email, picture } = claims
  return {
    ...claims,
    ...(typeof name === "string" && { name: name.slice(0, MAX_TEXT) }),
    ...(typeof email === "string" && email.length > MAX_TEXT && { email: null }),
    ...(typeof picture === "string" &&
      (picture.length > MAX_PICTURE || picture.startsWith("data:")) && { picture: null }),
  }
}
