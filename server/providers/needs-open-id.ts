import { isFormPost } from "./protocol.ts"
import type { OAuthConfig, ProviderConfig } from "./types.ts"

/** How plain OAuth 2.0 authenticates a client. */
const PLAIN_METHODS: ReadonlySet<unknown> = new Set([undefined, "client_secret_basic", "client_secret_post", "none"])

/** Options of OpenID Connect, and of extensions of OAuth 2.0. */
const OPTIONS = [
  "dpop",
  "signedRequest",
  "signedResponse",
  "pushedAuthorization",
  "endSession",
  "backchannelLogout",
  "initiateLogin",
  "fedcm",
  "privateKey",
] as const satisfies (keyof OAuthConfig)[]

/** Returns whether a provider uses OpenID Connect, an extension of OAuth 2.0, or the server's discovery document. */
export function needsOpenId(provider: ProviderConfig): boolean {
  if (provider.type === "oidc") return true
  if (provider.type !== "oauth") return false
  const { client = {}, issuer, wellKnown, profileSource = "userinfo" } = provider
  const endpoints = [
    provider.authorization,
    provider.token,
    ...(profileSource === "userinfo" ? [provider.userinfo] : []),
  ]
  return (
    OPTIONS.some((option) => Boolean(provider[option])) ||
    isFormPost(provider) ||
    !PLAIN_METHODS.has(client["token_endpoint_auth_method"]) ||
    ([issuer, wellKnown].some(Boolean) && !endpoints.every(isComplete))
  )
}

/** Returns whether an endpoint has a URL, or a function in its place. */
function isComplete(endpoint: unknown): boolean {
  if (typeof endpoint !== "object" || endpoint === null || endpoint instanceof URL) return Boolean(endpoint)
  return ["url", "request"].some((name) => Boolean(Reflect.get(endpoint, name)))
}
