import type { JSONWebKeySet } from "jose"
import type { DPoPHandle } from "oauth4webapi"
import type { LoggerInstance } from "../logger.ts"
import type { Fetch, OAuthConfig } from "../providers/types.ts"

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
}

export interface ProviderClient {
  engine: OAuthEngine
  provider: OAuthConfig
  /** Proves the possession of the key that the tokens are bound to. */
  dpop?: DPoPHandle
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
