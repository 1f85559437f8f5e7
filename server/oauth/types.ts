import type { JSONWebKeySet } from "jose"
import type { LoggerInstance } from "../logger.ts"
import type { Fetch, OAuthConfig } from "../providers/types.ts"

/** What the OAuth engine is given from outside: it keeps no state of its own. */
export interface OAuthEngine {
  fetch: Fetch
  /** Milliseconds since the epoch. */
  now(): number
  cache: MetadataCache
  logger: Pick<LoggerInstance, "debug">
  /** The major version of next-auth whose accounts an app keeps. */
  compatVersion?: 4 | 5 | undefined
}

/** The engine at work for one provider. */
export interface ProviderClient {
  engine: OAuthEngine
  provider: OAuthConfig
}

/** What the start of a flow must remember until its callback; seal it. */
export interface AuthorizationChecks {
  /** Undefined if none was sent. */
  state?: string
  nonce?: string
  code_verifier?: string
  /** The issuer that the visitor was sent to, where one is known. */
  issuer?: string
}

/** What is known of an authorization server: from the configuration, and from its discovery document where that is needed. */
export interface Metadata {
  issuer?: string
  authorization_endpoint?: string
  token_endpoint?: string
  userinfo_endpoint?: string
  jwks_uri?: string
  end_session_endpoint?: string
  authorization_response_iss_parameter_supported?: boolean
  code_challenge_methods_supported?: readonly string[]
  id_token_signing_alg_values_supported?: readonly string[]
}

/** Values that cost a request, kept under a name. */
export interface CacheShelf<T> {
  /**
   * What is kept under `name` and is at most `maxAge` milliseconds old, otherwise what `load` gives: one load at a time,
   * and after a failed one the value that was there, however old, or the same failure for a few seconds.
   */
  take(name: string, age: { now: number; maxAge: number }, load: () => Promise<T>): Promise<T>
}

/** What providers publish of themselves; one for each service, so that tenants in a process do not meet. */
export interface MetadataCache {
  readonly documents: CacheShelf<Metadata>
  readonly keySets: CacheShelf<JSONWebKeySet>
}
