import { createAuth } from "../service/auth.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { SecurityEvent } from "../core/config/security-events.ts"
import { LAST_USED_COOKIE } from "../core/cookies/names.ts"
import { Password } from "../providers/password.ts"
import type { AuthConfig } from "../service/config.ts"
import { FAST_HASH } from "./password-account-service.ts"
import { REDIRECT_URI } from "./native-app.ts"
import { pauseService } from "./pause-service.ts"

/** One request and everything that it caused. */
export interface Exchange {
  /** Such as `POST signin`. */
  route: string
  status: number
  location: string
  /** The adapter's operations that changed something. */
  writes: readonly string[]
  events: readonly SecurityEvent[]
}

const WRITES = /^(?:create|update|delete|link|unlink|use|take)/
/** Operations that keep what exists: they extend a session, or count a use. */
const BOOKKEEPING = new Set(["updateSession", "deleteExpired", "updateAuthenticatorCounter"])

function watchWrites(adapter: Adapter, writes: string[]): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== "function" || typeof name !== "string") return value
      if (name === "transaction")
        return (run: (inner: Adapter) => unknown): unknown =>
          value.call(target, (inner: Adapter) => run(watchWrites(inner, writes)))
      return (...input: unknown[]): unknown => {
        const [first] = input
        const kind: unknown = typeof first === "object" && first !== null ? Reflect.get(first, "kind") : undefined
        const isNote = name === "updateAccountRecord" && kind === "session" // when it was last used
        if (WRITES.test(name) && !BOOKKEEPING.has(name) && !isNote) writes.push(name)
        return value.apply(target, input)
      }
    },
  })
}

/** Creates a service with every sign-in method that records each request, its writes, its events and its secrets. */
export async function eventService(config: Partial<AuthConfig> = {}) {
  const time = { now: Date.UTC(2026, 10, 23, 8) }
  const exchanges: Exchange[] = []
  const events: SecurityEvent[] = []
  const writes: string[] = []
  const secrets = new Set<string>()
  const service = await pauseService({
    strategy: "database",
    adapter: watchWrites(MemoryAdapter(), writes),
    acme: { fedcm: { configURL: "https://issuer.test/fedcm.json" } },
    more: [Password({ hash: FAST_HASH })],
    config: {
      nativeApps: { phone: { redirectUris: [REDIRECT_URI] } },
      ...{ clock: () => time.now, secondFactor: { emailCode: true }, rateLimit: false },
      events: { security: (event) => void events.push(event) },
      ...config,
    },
    serve: (settings) => {
      const session = { strategy: "database", maxAccounts: 3 } as const
      const auth = createAuth({ ...settings, session }, { env: { AUTH_URL: "https://app.test/auth" } })
      return {
        async handle(request) {
          writes.length = events.length = 0
          await noteSecrets(request.clone(), secrets)
          const response = await auth.handle(request, { address: "203.0.113.7" })
          for (const line of response.headers.getSetCookie())
            if (!line.includes(LAST_USED_COOKIE)) secrets.add(/=([^;]*)/.exec(line)?.[1] ?? "")
          const path = new URL(request.url).pathname.split("/")[2] ?? ""
          exchanges.push({
            ...{
              route: `${request.method} ${path}`,
              status: response.status,
              writes: [...writes],
              events: [...events],
            },
            location: response.headers.get("location") ?? "",
          })
          return response
        },
      }
    },
  })
  return { ...service, time, exchanges, secrets }
}

export type EventService = Awaited<ReturnType<typeof eventService>>

const SECRET_FIELD = /password|code|token|data|attempt|secret|state|username|email/i

async function noteSecrets(request: Request, secrets: Set<string>): Promise<void> {
  for (const [name, value] of new URLSearchParams((request.headers.get("cookie") ?? "").replaceAll("; ", "&")))
    if (!name.includes(LAST_USED_COOKIE)) secrets.add(value) // the id of a provider, which isn't secret
  const body = request.method === "POST" ? await request.text() : ""
  const form = body.startsWith("{")
    ? Object.entries(JSON.parse(body) as Record<string, unknown>)
    : [...new URLSearchParams(body)]
  for (const [name, value] of [...form, ...new URL(request.url).searchParams])
    if (SECRET_FIELD.test(name) && typeof value === "string") secrets.add(value)
}
