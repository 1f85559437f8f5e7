import type { AuthorizationEndpoint } from "./request-types.ts"
import { COMMON, type Keys } from "./option-names.ts"
import type { OIDCConfig, TokenEndpoint, UserinfoEndpoint } from "./types.ts"

/** The type of an endpoint in Auth.js has the last two everywhere. It doesn't call them here either. */
const AUTHORIZATION: Keys<AuthorizationEndpoint & { request: unknown; conform: unknown }> = {
  url: true,
  params: true,
  request: true,
  conform: true,
}
const TOKEN: Keys<TokenEndpoint> = {
  url: true,
  method: true,
  params: true,
  headers: true,
  bodyFormat: true,
  rename: true,
  callbackParams: true,
  unwrap: true,
  transformResponse: true,
  request: true,
  conform: true,
}
const USERINFO: Keys<UserinfoEndpoint> = {
  url: true,
  method: true,
  params: true,
  headers: true,
  auth: true,
  body: true,
  bodyFormat: true,
  request: true,
  transformResponse: true,
  conform: true,
}

/**
 * Options of next-auth 4 and Auth.js that have no effect here: those of an HTTP client and of OAuth 1, and Notion's
 * redirect URI. None of them decides who may sign in.
 */
const WITHOUT_EFFECT = {
  redirectUri: true,
  httpOptions: true,
  encoding: true,
  version: true,
  region: true,
  jwks: true,
  accessTokenUrl: true,
  requestTokenUrl: true,
  profileUrl: true,
} as const

/** @internal */
export type IgnoredOptions = { [Name in keyof typeof WITHOUT_EFFECT]?: unknown }

/** The options of every OAuth and OpenID provider. */
export const OAUTH: Keys<
  Omit<OIDCConfig, "withOptions" | "issuerFrom" | "pinnedParams"> & { scopes: string } & typeof WITHOUT_EFFECT
> = {
  ...COMMON,
  ...WITHOUT_EFFECT,
  scopes: true,
  clientId: true,
  clientSecret: true,
  clientIdParam: true,
  authorization: AUTHORIZATION,
  token: TOKEN,
  userinfo: USERINFO,
  extraRequests: true,
  wellKnown: true,
  allowInsecureRequests: true,
  issuer: true,
  acceptsIssuer: true,
  jwks_endpoint: true,
  scopeSeparator: true,
  allowedAuthorizationParams: true,
  checks: true,
  pkceMethod: true,
  onCallback: true,
  profileSource: true,
  profileUnwrap: true,
  profile: true,
  account: true,
  emailTrust: true,
  allowDangerousEmailAccountLinking: true,
  syncProfile: true,
  redirectProxyUrl: true,
  endSession: true,
  endSessionParam: true,
  backchannelLogout: true,
  initiateLogin: true,
  fedcm: { configURL: true },
  client: true,
  privateKey: true,
  idToken: true,
  stepUp: { acr: true },
  pushedAuthorization: true,
  signedRequest: true,
  signedResponse: true,
  dpop: true,
}
