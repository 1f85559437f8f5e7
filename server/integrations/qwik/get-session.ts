import type { Session } from "../../../client/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { AdapterOption } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { cachedService } from "../cached-service.ts"

/**
 * Returns the session of a request outside of pages, and the `Set-Cookie` lines that refresh it.
 *
 * @deprecated the form of Auth.js, with a configuration. Use `getSession` in a loader, an action or an endpoint
 * @throws {AuthError} if the configuration is invalid
 */
export async function getSessionData<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(request: Request, config: AuthConfig<S, Token, A, Strategy>): Promise<{ cookie: readonly string[]; data: S | null }> {
  const { session, cookies } = await cachedService(config).refreshSession(request)
  return { cookie: cookies, data: session }
}
