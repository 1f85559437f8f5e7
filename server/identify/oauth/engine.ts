import type { LoggerInstance } from "../../logger.ts"
import type { Fetch, OAuthConfig } from "../../providers/types.ts"
import type { MetadataCache } from "./metadata-cache.ts"

/** What the OAuth engine is given from outside: it keeps no state of its own. */
export interface OAuthEngine {
  fetch: Fetch
  /** Milliseconds since the epoch. */
  now(): number
  /** @default the system's random source */
  random?(bytes: number): Uint8Array
  cache: MetadataCache
  /** Whether plain http is allowed to this URL. @default loopback hosts only */
  allowInsecure?(url: URL): boolean
  logger: Pick<LoggerInstance, "debug">
  /** Milliseconds until a request to a provider is given up. @default 10_000 */
  timeout?: number
}

/** The engine at work for one provider. */
export interface Party {
  engine: OAuthEngine
  provider: OAuthConfig
}

/** What the start of a flow must remember until its callback; seal it. */
export interface FlowChecks {
  state: string
  nonce?: string
  code_verifier?: string
  /** The issuer that the visitor was sent to, where one is known. */
  issuer?: string
}
