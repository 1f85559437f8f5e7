import { featuresFor } from "../../service/features.ts"
import type { Session } from "../../../client/contract.ts"
import { respondToRequest } from "../../service/auth.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import { createInstanceMemories } from "../../core/config/instance-memory.ts"
import { prepareConfig, type PreparedConfig } from "../../core/config/prepare.ts"
import { raw } from "../../core/config/raw.ts"
import type { AuthConfig, AuthConfigInput } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { AuthError } from "../../errors.ts"
import { toRaw, toResponse, type ResponseInternal } from "../../core/request/respond.ts"
import { RETURN_REDIRECT_HEADER } from "../../../client/protocol.ts"

export type { AuthConfig } from "../../service/config.ts"
export type { ResponseInternal } from "../../core/request/respond.ts"
export { raw } from "../../core/config/raw.ts"
export { skipCSRFCheck } from "../../core/crypto/csrf-token.ts"
export { customFetch } from "../../providers/types.ts"
export { createActionURL, isAuthAction, setEnvDefaults, type EnvDefaults } from "./framework.ts"

const PREPARED_CONFIGS = new WeakMap<object, PreparedConfig>() // an entry is collected with its configuration
const INSTANCE_MEMORIES = createInstanceMemories() // outlives configurations that are created for each call, so that rate limits keep counting

/** The part of a configuration that makes {@link Auth} return plain values. */
export interface RawOption {
  raw: typeof raw
}

/**
 * Responds to one request with plain values, because the configuration has `raw`.
 *
 * @throws {AuthError} where `createAuth` would show an error page
 */
export async function Auth(request: Request, config: RawOption & AuthConfig): Promise<ResponseInternal>
/** Responds to one request. Caches the settings for each configuration object. Never rejects. */
export async function Auth<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(request: Request, config: AuthConfigInput<S, Token, A, Strategy, Request, Seen>): Promise<Response>
export async function Auth(request: Request, config: AuthConfigInput): Promise<Response | ResponseInternal> {
  const prepared =
    PREPARED_CONFIGS.get(config) ??
    prepareConfig(featuresFor, config as AuthConfigInput<Session, JWT>, {}, INSTANCE_MEMORIES) // the overloads are stricter
  PREPARED_CONFIGS.set(config, prepared)
  if (!("raw" in config) || config.raw !== raw) return toResponse(await respondToRequest(request, prepared))
  const failed: { error?: AuthError } = {}
  const plainResponse = await respondToRequest(request, prepared, { onError: (error) => void (failed.error = error) })
  if (failed.error) {
    if (request.headers.has(RETURN_REDIRECT_HEADER)) return toResponse(plainResponse)
    throw failed.error
  }
  return toRaw(plainResponse)
}
