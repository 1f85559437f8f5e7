import type { OAuthConfig } from "../providers/types.ts"
import type { Settings } from "./settings.ts"

const SECURE_URL = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^\s\\]+$/

/** Returns the problems of a provider's `endSession`, as the ends of sentences. */
export function endSessionProblems({ type, endSession, issuer, wellKnown }: OAuthConfig): string[] {
  if (!endSession) return []
  if (type !== "oidc") return ["has `endSession`, which only OpenID Connect providers support"]
  if (endSession === true)
    return (issuer ?? wellKnown)
      ? []
      : ["has `endSession: true` but no `issuer`, whose metadata has the URL. Set `endSession` to the URL"]
  if (typeof endSession === "string" && SECURE_URL.test(endSession) && URL.canParse(endSession)) return []
  return [`has the \`endSession\` ${JSON.stringify(endSession)}. Set it to true or an https URL`]
}

/** Returns the problems of a provider's `backchannelLogout`, as the ends of sentences. */
export function backchannelProblems(
  { type, backchannelLogout }: OAuthConfig,
  { session, adapter }: Settings,
): string[] {
  if (!backchannelLogout) return []
  if (type !== "oidc") return ["has `backchannelLogout`, which only OpenID Connect providers support"]
  if (session.strategy !== "database" || !adapter)
    return ["has `backchannelLogout`, which only ends stored sessions. Set `session.strategy` to `database`"]
  if (adapter.deleteSessions ?? adapter.listSessions) return []
  return ["has `backchannelLogout`, but the adapter has neither `deleteSessions` nor `listSessions`"]
}
