import { isOfIssuer } from "../accounts/issuer.ts"
import { ownerOf } from "../accounts/with-adapter.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { OnceKey } from "../crypto/bindings.ts"
import { sha256 } from "../crypto/hash.ts"
import { asError, AuthError } from "../errors.ts"
import { oauthEngine } from "../config/oauth-engine.ts"
import type { LoggedOut } from "../oauth/logout-token.ts"
import type { Outcome } from "../http/outcome.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"
import { endSessionsOf } from "../sessions/manage.ts"

/**
 * `POST backchannel-logout/<provider>`: the provider's server says that somebody has signed out there, and all their sessions
 * here end. No browser takes part: the cookies of a request say nothing, and it needs no token but the provider's.
 */
export async function backchannelLogout(routed: Routed): Promise<Outcome> {
  const { provider, settings } = routed
  if (provider?.type !== "oidc" || !provider.backchannelLogout || !settings.adapter)
    throw new Refusal(404, "The provider does not end sessions here")
  const who = await namedIn(routed, provider)
  // Found before the token is used up: where the database does not answer, the provider may send it again
  const user = who && (await userOf(settings.adapter, provider, who))
  const claim = who && (await claimOf(routed, provider, who))
  if (!claim || !(await settings.once.claim(claim, who.expires * 1000)))
    return { kind: "json", status: 400, body: { error: "invalid_request" } }
  try {
    if (user) await endSessionsOf(settings, user.id)
  } catch (error) {
    await settings.once.release(claim) // the provider will send it again
    throw error
  }
  return { kind: "empty", status: 200 } // who has no session here is signed out as well
}

async function namedIn({ body, settings }: Routed, provider: OAuthConfig): Promise<LoggedOut | null> {
  try {
    const { loggedOut } = await import("../oauth/logout-token.ts")
    return await loggedOut(oauthEngine(settings), provider, body.fields["logout_token"] ?? "")
  } catch (thrown) {
    const err = asError(thrown)
    settings.logger.error(new AuthError("OAuthCallbackError", `A logout was refused: ${err.message}`, { err }))
    return null
  }
}

// What another issuer calls somebody by the same sub is somebody else
async function userOf(adapter: Adapter, { id }: OAuthConfig, { sub, isIssuedBy }: LoggedOut) {
  const account = { provider: id, providerAccountId: sub }
  const owner = await ownerOf(adapter, account)
  return owner && (await isOfIssuer(adapter, account, isIssuedBy)) ? owner : null
}

// Each token counts once: whoever catches one signs nobody out again who has come back meanwhile
async function claimOf({ site }: Routed, { id }: OAuthConfig, { issuer, jti }: LoggedOut): Promise<OnceKey> {
  return `logout:${await sha256(JSON.stringify([site.url, id, issuer, jti]))}`
}
