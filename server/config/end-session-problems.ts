import type { OAuthConfig } from "../providers/types.ts"
import type { Settings } from "./settings.ts"

const SECURE_URL = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^\s\\]+$/

/** Returns the problems of a provider's `endSession`, as the ends of sentences. */
export function endSessionProblems({ type, endSession, issuer, wellKnown }: OAuthConfig): string[] {
  if (!endSession) return []
  if (type !== "oidc") return ["has `endSession`, which OpenID Connect providers alone can have"]
  if (endSession === true)
    return (issuer ?? wellKnown) ? [] : ["has no `issuer` to discover the address of `endSession` from: give it there"]
  if (typeof endSession === "string" && SECURE_URL.test(endSession) && URL.canParse(endSession)) return []
  return [`has the \`endSession\` ${JSON.stringify(endSession)}; true or an https URL was wanted`]
}

/** Returns the problems of a provider's `backchannelLogout`, as the ends of sentences. */
export function backchannelProblems(
  { type, backchannelLogout }: OAuthConfig,
  { session, adapter }: Settings,
): string[] {
  if (!backchannelLogout) return []
  if (type !== "oidc") return ["has `backchannelLogout`, which OpenID Connect providers alone can have"]
  if (session.strategy !== "database" || !adapter)
    return ["has `backchannelLogout`, which ends stored sessions: one in a cookie cannot be taken back"]
  if (adapter.deleteSessions ?? adapter.listSessions) return []
  return [
    "has `backchannelLogout`, and the adapter has neither `deleteSessions` nor `listSessions` to find a user's sessions by",
  ]
}
