import { findOwner, isIssuedBySameIssuer } from "../users/users.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { ReplayKey } from "../crypto/bindings.ts"
import { sha256 } from "../crypto/bytes.ts"
import { asError, AuthError, RejectedRequest } from "../../errors.ts"
import type { LogoutClaims } from "../../oauth/types.ts"
import type { Outcome } from "../request/outcome.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { endAllSessions } from "../sessions/manage.ts"

/**
 * `POST backchannel-logout/<provider>`: the provider's server reports that a user signed out there. Ends all sessions
 * of that user. No browser takes part, so cookies don't count, and the provider's token is the only credential.
 */
export async function backchannelLogout(context: ActionContext): Promise<Outcome> {
  const { provider, settings } = context
  if (provider?.type !== "oidc" || !provider.backchannelLogout || !settings.adapter)
    throw new RejectedRequest(404, "The provider has no `backchannelLogout`")
  const who = await verifyLogoutToken(context, provider)
  // Look up the user before the token is used up: if the database fails, the provider may send it again
  const user = who && (await findLoggedOutUser(settings.adapter, provider, who))
  const claim = who && (await logoutReplayKey(context, provider, who))
  if (!claim || !(await settings.replayStore.markUsed(claim, who.expires * 1000)))
    return { kind: "json", status: 400, body: { error: "invalid_request" } }
  try {
    if (user) await endAllSessions(context, user.id)
  } catch (error) {
    await settings.replayStore.release(claim) // the provider will send it again
    throw error
  }
  return { kind: "empty", status: 200 } // a user without a session here counts as signed out
}

async function verifyLogoutToken(
  { body, settings }: ActionContext,
  provider: OAuthConfig,
): Promise<LogoutClaims | null> {
  try {
    // Back-Channel Logout 1.0, section 2.5
    if (body.json !== undefined) throw new RejectedRequest(415, "Send it as application/x-www-form-urlencoded")
    const validate = settings.extensions?.validateLogoutToken
    if (!validate) throw new RejectedRequest(404, "This build has no OpenID Connect")
    return await validate(settings, provider, body.fields["logout_token"] ?? "")
  } catch (thrown) {
    const err = asError(thrown)
    settings.logger.error(new AuthError("OAuthCallbackError", `A logout token was rejected: ${err.message}`, { err }))
    return null
  }
}

// Another issuer may give the same sub to another user
async function findLoggedOutUser(adapter: Adapter, { id }: OAuthConfig, { sub, isIssuedBy }: LogoutClaims) {
  const account = { provider: id, providerAccountId: sub }
  const owner = await findOwner(adapter, account)
  return owner && (await isIssuedBySameIssuer(adapter, account, isIssuedBy)) ? owner : null
}

// Each token counts once. Otherwise an attacker who captured it could sign out a user who has signed in again
async function logoutReplayKey(
  { site }: ActionContext,
  { id }: OAuthConfig,
  { issuer, jti }: LogoutClaims,
): Promise<ReplayKey> {
  return `logout:${await sha256(JSON.stringify([site.url, id, issuer, jti]))}`
}
