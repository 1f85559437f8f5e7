import { vi, type Mock } from "vitest"
import type { CredentialField } from "../../client/contract.ts"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { ADA, passwordConfig } from "./password-service.ts"
import { cookieClient, type CookieJarMap } from "../testing/cookie-client.ts"
import type { RateLimitOptions } from "../core/config/rate-limits.ts"

export const SITE = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
export const WRONG = { ...ADA, password: "wrong" }
export const SESSION = "__Host-latchkit.session-token"

export interface ServiceInput {
  config?: Partial<AuthConfig>
  rateLimit?: RateLimitOptions | false
  env?: Record<string, string>
  /** Fields of the form besides the password. */
  fields?: Record<string, CredentialField>
  /** False for a provider without `credentials`. */
  declared?: boolean
}

/** Creates an auth instance whose users each have an address, and records what reached `authorize`. */
export function createService({ config = {}, rateLimit, env = SITE, fields, declared = true }: ServiceInput = {}) {
  const time = { now: Date.parse("2026-01-01T00:00:00Z") }
  const authorize = vi.fn(({ username, password }: { username?: string; password?: string }) =>
    username === ADA.username && password === ADA.password ? { id: "1", email: "ada@example.com" } : null,
  )
  const warn: Mock<(code: unknown) => void> = vi.fn()
  const error: Mock<(error: unknown) => void> = vi.fn()
  const { providers, ...rest } = passwordConfig({
    clock: () => time.now,
    logger: { warn, error, debug: () => undefined },
    ...(rateLimit !== undefined && { rateLimit }),
    ...config,
  })
  const credentials = !declared ? {} : fields && { ...fields, password: { type: "password" } }
  const counted = providers.map(
    (provider) => ({ ...provider, authorize, ...(credentials && { credentials }) }) as (typeof providers)[number],
  )
  const auth = createAuth({ ...rest, providers: counted }, { env })
  const from = (address: string | undefined, jar?: CookieJarMap, headers: HeadersInit = {}) => {
    const handle = (request: Request) => auth.handle(request, { address })
    const browser = cookieClient({ handle }, jar)
    return {
      ...browser,
      try: (fields: Record<string, string> = WRONG) => browser.signInWith("credentials", fields, headers),
    }
  }
  return { auth, authorize, from, time, warn, error, later: (seconds: number) => (time.now += seconds * 1000) }
}

export const collectStatuses = async (times: number, act: () => Promise<Response>) => {
  const answers = await Promise.all(Array.from({ length: times }, act))
  return answers.map(({ status }) => status)
}
export const countRejected = (answers: number[]) => answers.filter((status) => status === 429).length
