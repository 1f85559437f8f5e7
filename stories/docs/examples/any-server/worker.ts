import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig, type AuthService } from "latchkit/server"

type Bindings = Record<string, string> // AUTH_SECRET, AUTH_GITHUB_ID, …

const config = defineConfig({ providers: [GitHub()] })
const services = new WeakMap<Bindings, AuthService>()

/** Creates one service per environment: a Worker gets its variables with the request. */
function authFor(env: Bindings): AuthService {
  const auth = services.get(env) ?? createAuth(config, { env })
  services.set(env, auth)
  return auth
}

export const worker = {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const auth = authFor(env)
    const address = request.headers.get("cf-connecting-ip") ?? undefined // rate limits count by it
    if (await auth.isUnderBasePath(request)) return auth.handle(request, { address })
    return Response.json(await auth.getSession(request))
  },
}
