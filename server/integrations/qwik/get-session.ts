import type { Session } from "../../../client/contract.ts"
import type { AdapterOption, AuthConfig } from "../../config/types.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import { cachedService } from "../kept-service.ts"

/**
 * Returns the session of a request outside of pages, and the `Set-Cookie` lines that refresh it.
 *
 * @throws {AuthError} if the configuration is invalid
 */
export async function getSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(request: Request, config: AuthConfig<S, Token, A, Strategy>): Promise<{ cookie: readonly string[]; data: S | null }> {
  const { session, cookies } = await cachedService(config).refresh(request)
  return { cookie: cookies, data: session }
}
