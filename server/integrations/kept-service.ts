import type { Session } from "../../client/contract.ts"
import type { ServerSession } from "../sessions/server-session.ts"
import { createAuth, type AuthService } from "../auth.ts"
import type { AdapterOption, AuthConfigInput } from "../config/types.ts"
import type { SessionStrategyName } from "../config/callbacks.ts"
import type { JWT } from "../crypto/jwt-types.ts"

const SERVICES = new WeakMap<object, Map<string, AuthService>>() // by base path; an entry is collected with its configuration

/**
 * Returns a configuration's `AuthService`, the same one each time. For functions that get a configuration and a request.
 */
export function cachedService<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(config: AuthConfigInput<S, Token, A, Strategy>, basePath = "/auth"): AuthService<ServerSession<S, Strategy>> {
  const services = SERVICES.get(config) ?? new Map<string, AuthService>()
  SERVICES.set(config, services)
  const service = services.get(basePath) ?? createAuth(config, { basePath })
  services.set(basePath, service)
  return service as unknown as AuthService<ServerSession<S, Strategy>> // its session type comes from the configuration that it is stored under
}
