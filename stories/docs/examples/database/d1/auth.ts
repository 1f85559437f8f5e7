import { Kysely } from "kysely"
import { d1Dialect, type D1Binding } from "latchkit/adapters/d1"
import { SqlAdapter } from "latchkit/adapters/sql"
import { Password, Resend } from "latchkit/providers"
import { createAuth, defineConfig, type AuthService } from "latchkit/server"

export interface Env {
  DB: D1Binding
  AUTH_SECRET: string
  AUTH_RESEND_KEY?: string
}

const services = new WeakMap<Env, AuthService>()

/** Returns the service of an environment: a Worker gets its database with the request. */
export function authFor(env: Env): AuthService {
  const auth = services.get(env) ?? createService(env)
  services.set(env, auth)
  return auth
}

function createService({ DB, ...env }: Env): AuthService {
  const adapter = SqlAdapter(new Kysely<object>({ dialect: d1Dialect(DB) }))
  const providers = [Password(), Resend({ from: "Acme <hello@acme.example>" })]
  return createAuth(defineConfig({ adapter, providers }), { env })
}
