import type { JSONWebKeySet } from "jose"
import type { ClientAuth, DPoPHandle } from "oauth4webapi"
import type { LoggerInstance } from "../logger.ts"
import type { Profile, TokenSet } from "../providers/profile-types.ts"
import type { Fetch, OAuthConfig } from "../providers/types.ts"
import type { Awaitable } from "../types.ts"

/** The dependencies of the OAuth engine, which has no state of its own. */
export interface OAuthEngine {
  fetch: Fetch
  /** Milliseconds since the epoch. */
  now(): number
  metadata: MetadataCache
  logger: Pick<LoggerInstance, "debug">
  /** Whether `allowInsecureRequests` of a provider is ignored. @default true */
  production?: boolean | undefined
  /** The major version of next-auth whose accounts the app keeps. */
  compatVersion?: 4 | 5 | undefined
  /** OpenID Connect and the extensions of OAuth 2.0. `undefined` in a Worker that doesn't import them. */
  extensions?: OAuthExtensions | undefined
}

/** A provider's response with its whole body. */
export interface ProviderResponse {
  status: number
  headers: Headers
  text: string
}

/** Proves the possession of the key that tokens are bound to. */
export interface KeyProof {
  readonly handle: DPoPHandle
  /** Repeats a request once if the server asks for a nonce in the proof. */
  retry<T>(send: () => Promise<T>): Promise<T>
  /** Sends a request with the headers that prove the possession of the token's key. */
  request(
    url: URL,
    sent: { method: string; token: string },
    send: (headers: Record<string, string>) => Promise<ProviderResponse>,
  ): Promise<ProviderResponse>
}

export interface ProviderClient {
  engine: OAuthEngine
  provider: OAuthConfig
  /** Proves the possession of the key that the tokens are bound to. */
  dpop?: KeyProof
}

/** The state of an authorization transaction between its start and its callback. Seal it. */
export interface AuthorizationChecks {
  /** Undefined if none was sent. */
  state?: string
  nonce?: string
  code_verifier?: string
  /** The key that the tokens will be bound to (DPoP). */
  dpop_key?: string
  /** The issuer that the user was redirected to, if it is known. */
  issuer?: string
}

/** The contents of a validated token response. */
export interface ValidatedTokens {
  tokens: TokenSet
  /** The claims of an OpenID provider's ID token. */
  claims: Profile | undefined
  /** The token response as the provider sent it. */
  body: Readonly<Record<string, unknown>>
  /** Returns whether `issuer` has the same users as the ID token's issuer. */
  isIssuedBy?: (issuer: string) => boolean
}

/** The facts before the profile is requested: the tokens, and the responses of earlier requests. */
export interface UserinfoContext {
  tokens: TokenSet
  extra: Readonly<Record<string, unknown>>
  /** The userinfo endpoint's response, once it has been received. */
  profile?: Profile
  /** The `sub` of the ID token. */
  subject?: string | undefined
}

/** The endpoints that a step may need. */
export type EndpointName =
  | "authorization_endpoint"
  | "token_endpoint"
  | "userinfo_endpoint"
  | "jwks_uri"
  | "end_session_endpoint"
  | "pushed_authorization_request_endpoint"

/** An authorization server's metadata, from the configuration and, if needed, from its discovery document. */
export interface Metadata {
  issuer?: string
  authorization_endpoint?: string
  token_endpoint?: string
  userinfo_endpoint?: string
  jwks_uri?: string
  end_session_endpoint?: string
  pushed_authorization_request_endpoint?: string
  /** Other URLs of endpoints, for clients that authenticate with a certificate. */
  mtls_endpoint_aliases?: Record<string, string>
  authorization_response_iss_parameter_supported?: boolean
  require_pushed_authorization_requests?: boolean
  require_signed_request_object?: boolean
  code_challenge_methods_supported?: readonly string[]
  id_token_signing_alg_values_supported?: readonly string[]
  claims_supported?: string[]
  /** Why endpoints of the discovery document can't be used. Only a step that needs one fails. */
  faults?: Readonly<Record<string, string>>
}

/** A cache of values that take a request to load, stored by name. */
export interface CacheShelf<T> {
  /**
   * Returns the value stored under `name` if it is at most `maxAge` milliseconds old, otherwise the result of `load`.
   * Runs one load at a time. After a failed load it returns the old value, or throws the same error for a few seconds.
   */
  take(name: string, age: { now: number; maxAge: number }, load: () => Promise<T>): Promise<T>
}

/** A cache of what providers publish. Each configuration has its own, so tenants in one process share nothing. */
export interface MetadataCache {
  readonly documents: CacheShelf<Metadata>
  readonly keySets: CacheShelf<JSONWebKeySet>
}

/** A token response whose ID token wasn't checked yet. */
export interface TokenAnswer {
  answer: ProviderResponse
  checks: AuthorizationChecks
  /** False if the browser delivered only an ID token. @default true */
  hasAccessToken?: boolean
}

/** A request for the profile of OpenID Connect. */
export interface UserinfoRequest {
  known: UserinfoContext
  /** Sends the request, with the token where the provider's row puts it. */
  ask(): Promise<ProviderResponse>
}

/** The stored account whose tokens are refreshed. */
export interface RefreshableAccount {
  refresh_token: string
  /** The stored ID token. It may have expired. */
  id_token?: string | undefined
  providerAccountId: string
  /** The key that its tokens are bound to (DPoP). */
  dpop_key?: string | undefined
}

/** A refreshed token response with an ID token. */
export interface RefreshResponse {
  answer: ProviderResponse
  idToken: string
  account: RefreshableAccount
}

/** The claims that identify whose session ended at the provider. */
export interface LogoutClaims {
  issuer: string
  sub: string
  jti: string
  /** Seconds since the epoch. The token could be replayed until then. */
  expires: number
  /** Returns whether `issuer` has the same users as the token's issuer. */
  isIssuedBy(issuer: string): boolean
}

/**
 * The functions of OpenID Connect and of the extensions of OAuth 2.0. A Worker whose providers use plain OAuth 2.0
 * carries none of them.
 */
export interface OAuthExtensions {
  /** Completes the configured metadata with the server's discovery document. */
  discover(client: ProviderClient, configured: Metadata, needed: readonly EndpointName[]): Awaitable<Metadata>
  /** Returns the parameters that stand for all of a request: signed, or a reference to what was pushed. */
  secureParameters(client: ProviderClient, metadata: Metadata, all: URLSearchParams): Awaitable<URLSearchParams>
  /** Returns the parameters of a signed authorization response. */
  validateSignedResponse(
    client: ProviderClient,
    parameters: URLSearchParams,
    expected: { metadata: Metadata; checks: AuthorizationChecks },
  ): Awaitable<URLSearchParams>
  /** Authenticates the client with a key or a certificate. */
  authenticate(client: ProviderClient, metadata: Metadata, method: string): Awaitable<ClientAuth>
  createDpopKey(): Awaitable<string>
  dpopThumbprint(client: ProviderClient, key: string): Awaitable<string>
  /** Returns the client, whose requests prove the possession of `key`. */
  withKeyProof(client: ProviderClient, key: string): Awaitable<ProviderClient>
  /** Validates a token response with an ID token. */
  validateOpenIdTokens(client: ProviderClient, metadata: Metadata, tokens: TokenAnswer): Awaitable<ValidatedTokens>
  /** Validates the userinfo endpoint's response. */
  standardProfile(client: ProviderClient, metadata: Metadata, request: UserinfoRequest): Awaitable<Profile>
  /** Completes an ID token's claims if they don't say who the user is. */
  completeClaims(
    client: ProviderClient,
    metadata: Metadata,
    known: Pick<UserinfoContext, "tokens" | "extra"> & { claims: Profile },
  ): Awaitable<Profile>
  /** Requires that the server with this metadata issued the account's ID token. */
  requireSameServer(client: ProviderClient, account: RefreshableAccount, metadata: Metadata): Awaitable<void>
  /** Returns the ID token of a refreshed response, or `undefined` if it isn't valid. */
  refreshedIdToken(
    client: ProviderClient,
    metadata: Metadata,
    refreshed: RefreshResponse,
  ): Awaitable<string | undefined>
  validateLogoutToken(engine: OAuthEngine, provider: OAuthConfig, token: string): Awaitable<LogoutClaims>
}
