import type { Session } from "../../../client/contract.ts"
import { createAuth, type AuthService } from "../../auth.ts"
import type { AuthConfig } from "../../config/types.ts"

const SERVICES = new WeakMap<object, AuthService>() // gone with the configuration it belongs to

/**
 * The session of a request outside of the pages, and the `Set-Cookie` lines that extend it.
 *
 * @throws {AuthError} when the configuration cannot be served
 */
export async function getSession<S extends Session>(
  request: Request,
  config: AuthConfig<S>,
): Promise<{ cookie: readonly string[]; data: S | null }> {
  const service = SERVICES.get(config) ?? createAuth(config)
  SERVICES.set(config, service)
  const { session, cookies } = await service.refresh(request)
  return { cookie: cookies, data: session as S | null } // kept under the very configuration that its type is from
}
