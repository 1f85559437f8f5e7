import { GitHub } from "latchkit/providers/github"
import {
  account,
  createAuth,
  defineConfig,
  stepUp,
  type AuthService,
} from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  providers: [GitHub()],
  features: [account, stepUp],
})

/** The Worker's variables. */
export type Env = Record<string, string>

const services = new WeakMap<Env, AuthService>()

/** Returns the service of an environment: a Worker gets it with the request. */
export function authFor(env: Env): AuthService {
  const auth = services.get(env) ?? createAuth(config, { env })
  services.set(env, auth)
  return auth
}
