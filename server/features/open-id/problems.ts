import { allProviders } from "../../core/config/email-senders.ts"
import type { Settings } from "../../core/config/settings.ts"
import { describeAddress } from "../../providers/option-values.ts"
import { isOAuth } from "../../providers/protocol.ts"
import type { OAuthConfig } from "../../providers/types.ts"

/** Returns the mistakes in the options of OpenID Connect. */
export function openIdProblems(settings: Settings): string[] {
  return allProviders(settings)
    .filter(isOAuth)
    .flatMap((provider) =>
      [
        ...endSessionProblems(provider),
        ...backchannelProblems(provider, settings),
        ...initiateLoginProblems(provider),
        ...fedcmProblems(provider),
      ].map((problem) => `The provider ${JSON.stringify(provider.id)} ${problem}`),
    )
}

const SECURE_URL = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^\s\\]+$/

/** Returns the problems of a provider's `endSession`, as the ends of sentences. */
function endSessionProblems({ type, endSession, issuer, wellKnown }: OAuthConfig): string[] {
  if (!endSession) return []
  if (type !== "oidc") return ["has `endSession`, which only OpenID Connect providers support"]
  if (endSession === true)
    return (issuer ?? wellKnown)
      ? []
      : ["has `endSession: true` but no `issuer`, whose metadata has the URL. Set `endSession` to the URL"]
  if (typeof endSession === "string" && SECURE_URL.test(endSession) && URL.canParse(endSession)) return []
  return [`has the \`endSession\` ${describeAddress(endSession)}. Set it to true or an https URL`]
}

/** Returns the problems of a provider's `backchannelLogout`, as the ends of sentences. */
function backchannelProblems({ type, backchannelLogout }: OAuthConfig, { session, adapter }: Settings): string[] {
  if (!backchannelLogout) return []
  if (type !== "oidc") return ["has `backchannelLogout`, which only OpenID Connect providers support"]
  if (session.strategy !== "database" || !adapter)
    return ["has `backchannelLogout`, which only ends stored sessions. Set `session.strategy` to `database`"]
  if (adapter.deleteSessions ?? adapter.listSessions) return []
  return ["has `backchannelLogout`, but the adapter has neither `deleteSessions` nor `listSessions`"]
}

/** Returns the problems of a provider's `initiateLogin`, as the ends of sentences. */
function initiateLoginProblems({ type, initiateLogin, issuer }: OAuthConfig): string[] {
  if (!initiateLogin) return []
  if (type !== "oidc") return ["has `initiateLogin`, which only OpenID Connect providers support"]
  return issuer ? [] : ["has `initiateLogin` but no `issuer`, which the other site must name. Set `issuer`"]
}

/** Returns the problems of a provider's `fedcm`, as the ends of sentences. */
function fedcmProblems(provider: OAuthConfig): string[] {
  const { type, fedcm } = provider
  if (!fedcm) return []
  if (type !== "oidc") return ["has `fedcm`, which only OpenID Connect providers support"]
  const { configURL } = fedcm
  const isElsewhere = "idToken" in provider && provider.idToken === false
  const source = provider.profileSource ?? (isElsewhere ? "userinfo" : "id_token")
  return [
    ...(typeof configURL === "string" && SECURE_URL.test(configURL) && URL.canParse(configURL)
      ? []
      : [
          `has the \`fedcm.configURL\` ${describeAddress(configURL)}. Set it to the https URL of the provider's FedCM file`,
        ]),
    ...(source === "id_token"
      ? []
      : [`has \`fedcm\`, but its profile comes from ${source}. The browser delivers an ID token only`]),
  ]
}
