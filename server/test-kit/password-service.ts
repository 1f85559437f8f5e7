import { createAuth, type AuthService } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import type { Env } from "../core/config/env.ts"
import type { Provider } from "../providers/types.ts"

/** Returns a configuration with one user and password, for tests: `ada` and `lovelace`. */
export function passwordConfig(config: Partial<AuthConfig> = {}): AuthConfig & { providers: readonly Provider[] } {
  const credentials = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
    authorize: ({ username, password }: { username?: string; password?: string }) =>
      username === "ada" && password === "lovelace" ? { id: "1", name: "Ada", email: "ada@example.com" } : null,
  } as const
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const { providers = [credentials] } = config
  return { secret: "s".repeat(32), logger: silent, ...config, providers }
}

/** Creates an auth instance with that configuration. */
export function passwordService(
  config: Partial<AuthConfig> = {},
  env: Env = { AUTH_URL: "https://app.test/auth" },
): AuthService {
  return createAuth(passwordConfig(config), { env })
}

export const ADA = { username: "ada", password: "lovelace" }
