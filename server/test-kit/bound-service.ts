import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { SessionOptions } from "../service/config.ts"
import type { AuthConfig } from "../service/config.ts"
import { boundBrowser } from "./bound-browser.ts"
import { cookieClient, type CookieJarMap } from "../testing/cookie-client.ts"
import { passwordConfig } from "./password-service.ts"

/** The cookie of a browser that recently proved its key. */
export const BOUND = "__Host-latchkit.bound"
export const ADA = { email: "ada@example.com", password: "pw" }
export const BOB = { email: "bob@example.com", password: "pw" }
export const STRATEGIES = ["jwt", "database"] as const

export interface BoundServiceOptions {
  strategy: (typeof STRATEGIES)[number]
  session?: SessionOptions
  config?: Partial<AuthConfig>
  adapter?: ReturnType<typeof MemoryAdapter>
  base?: string
}

/** Creates a service whose sessions are bound to devices, with a clock and two users. */
export async function boundService({
  strategy,
  session,
  config = {},
  adapter = MemoryAdapter(),
  base = "https://app.test/auth",
}: BoundServiceOptions) {
  for (const [id, name] of [
    ["1", "Ada"],
    ["2", "Bob"],
  ] as const)
    if (!(await adapter.getUser(id)))
      await adapter.createUser({
        id,
        name,
        email: `${name.toLowerCase()}@example.com`,
        emailVerified: null,
        image: null,
      })
  const credentials = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: async ({ email, password }: { email?: string; password?: string }) =>
      password === "pw" && email !== undefined ? await adapter.getUserByEmail(email) : null,
  } as const
  const time = { now: Date.now() }
  const options = passwordConfig({
    ...{ providers: [credentials], adapter, clock: () => time.now },
    session: { strategy, deviceBound: true, ...session } as NonNullable<AuthConfig["session"]>,
    ...config,
  })
  const auth = createAuth(options, { env: { AUTH_URL: base } })
  const browser = (options: Omit<Parameters<typeof boundBrowser>[1], "base"> = {}) =>
    boundBrowser(auth, { ...options, base })
  return {
    auth,
    /** The configuration, for another service with the same users. */
    options,
    adapter,
    time,
    browser,
    /** Lets the seconds pass, and drops the bound cookie from these browsers as its `Max-Age` does. */
    later(seconds: number, ...browsers: { jar: CookieJarMap }[]) {
      time.now += seconds * 1000
      for (const { jar } of browsers) jar.delete(BOUND)
    },
    /** Returns a browser with Ada's session, bound to its key. */
    async signedIn() {
      const ada = await browser()
      await ada.signIn("credentials", ADA)
      return ada
    },
    /** Returns a thief's browser with a copy of all cookies, or those of these names. */
    copyCookies: ({ jar }: { jar: CookieJarMap }, keep: (name: string) => boolean = () => true) =>
      cookieClient(auth, new Map([...jar].filter(([name]) => keep(name))), base),
  }
}
