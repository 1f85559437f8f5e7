import type { Session } from "../../client/contract.ts"
import type { ServerSession } from "../sessions/server-session.ts"
import { createAuth, type AuthService } from "../auth.ts"
import type { AdapterOption, AuthConfigInput, SessionStrategyName } from "../config/types.ts"
import type { JWT } from "../crypto/jwt-types.ts"

const SERVICES = new WeakMap<object, Map<string, AuthService>>() // by base path; gone with the configuration it belongs to

/** The service of a configuration, the same one each time: for functions that are handed a configuration and a request. */
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
  return service as unknown as AuthService<ServerSession<S, Strategy>> // kept under the very configuration that its session type is from
}
