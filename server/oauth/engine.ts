import type { LoggerInstance } from "../logger.ts"
import type { Fetch, OAuthConfig } from "../providers/types.ts"
import type { MetadataCache } from "./metadata-cache.ts"

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
export interface Party {
  engine: OAuthEngine
  provider: OAuthConfig
}

/** What the start of a flow must remember until its callback; seal it. */
export interface FlowChecks {
  /** Undefined if none was sent. */
  state?: string
  nonce?: string
  code_verifier?: string
  /** The issuer that the visitor was sent to, where one is known. */
  issuer?: string
}
