import { createAuth, type AuthService } from "../../server/index.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"

type Bindings = Readonly<Record<string, string>>

const SERVICES = new WeakMap<Bindings, AuthService>() // the bindings live as long as the worker

function serviceFor(env: Bindings): AuthService {
  const service = SERVICES.get(env) ?? createAuth(passwordConfig({ secret: env["AUTH_SECRET"] }), { env })
  SERVICES.set(env, service)
  return service
}

/** A Worker whose secrets are bindings. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const auth = serviceFor(env)
    if (new URL(request.url).pathname.startsWith("/auth/")) return auth.handle(request)
    return Response.json(await auth.getSession(request))
  },
}
