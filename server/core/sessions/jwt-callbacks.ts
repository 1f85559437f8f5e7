import type { Session, User } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { Callbacks, JwtCallbackParams } from "../config/callbacks.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { publicImage } from "../../providers/limit-profile.ts"
import { returnedSession } from "./server-session.ts"
import { withoutPrivateClaims } from "./token-claims.ts"

/**
 * Calls the `jwt` callback. `null` ends the session.
 *
 * @throws {AuthError} `JWTSessionError` if it returns neither an object nor `null`
 */
export async function callJwtCallback(jwt: Callbacks["jwt"], params: JwtCallbackParams): Promise<JWT | null> {
  const token: unknown = await withTimeout("`callbacks.jwt`", jwt(params))
  if (token === null) return null
  if (typeof token === "object" && !Array.isArray(token)) return token as JWT // a token is an object
  const kind = Array.isArray(token) ? "a list" : token === undefined ? "nothing" : `a ${typeof token}` // a text may be a token
  throw new AuthError("JWTSessionError", `The \`jwt\` callback returned ${kind}. Return a token or null`)
}

interface SessionCallbackInput {
  /** Seconds since the epoch. */
  expiry: number
  update: { data: unknown } | undefined
}

/** Returns the session that the client sees: from the `session` callback, or the default one. */
export function callSessionCallback(
  { settings, site }: RequestContext,
  token: JWT,
  { expiry, update }: SessionCallbackInput,
): Awaitable<Session | null> {
  const session: Session = { user: toSessionUser(token, site.origin), expires: new Date(expiry * 1000).toISOString() }
  const { session: callback } = settings.callbacks
  if (!callback) return session
  const change = update && { newSession: update.data, trigger: "update" as const }
  const claims = settings.rules.hidesClaims ? withoutPrivateClaims(token) : token
  // Many apps copy the token's picture into the session, and a `jwt` callback may have set it
  const shown = token.picture ? { ...claims, picture: session.user?.image ?? null } : claims
  const params = { session, token: shown, ...change } as Parameters<typeof callback>[0] // `user` belongs to the other strategy
  return returnedSession(settings, callback(params))
}

function toSessionUser({ name, email, picture }: JWT, origin: string): User {
  const user: User = {}
  if (name !== undefined) user.name = name
  if (email !== undefined) user.email = email
  if (picture !== undefined) user.image = publicImage(picture, origin)
  return user
}
