import type { Session } from "../../client/contract.ts"
import type { ServerSession } from "../core/sessions/server-session.ts"
import { createIntegrationService, type IntegrationService } from "../service/auth.ts"
import type { ServiceOptions } from "../core/config/service-options.ts"
import type { AuthConfigInput } from "../service/config.ts"
import type { AdapterOption } from "../core/config/types.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"

interface CachedOptions extends Pick<ServiceOptions, "basePath" | "mountPath"> {
  ownOptions?: readonly string[]
}

const SERVICES = new WeakMap<object, Map<string, IntegrationService>>() // by base path; an entry is collected with its configuration

/**
 * Returns a configuration's `IntegrationService`, the same one each time. For functions that get a configuration and a
 * request.
 *
 * @param ownOptions the names of options that the integration adds to the configuration
 */
export function cachedService<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
>(
  config: AuthConfigInput<S, Token, A, Strategy>,
  { basePath = "/auth", mountPath, ownOptions = [] }: CachedOptions = {},
): IntegrationService<ServerSession<S, Strategy>> {
  const services = SERVICES.get(config) ?? new Map<string, IntegrationService>()
  SERVICES.set(config, services)
  const options = { basePath, ...(mountPath && { mountPath }) }
  const service = services.get(basePath) ?? createIntegrationService(withoutOptions(config, ownOptions), options)
  services.set(basePath, service)
  return service as unknown as IntegrationService<ServerSession<S, Strategy>> // its session type comes from the configuration that it is stored under
}

function withoutOptions<Config extends object>(config: Config, names: readonly string[]): Config {
  if (names.length === 0 || typeof config === "function") return config
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name))) as Config // these are the integration's
}
