import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter, type FullAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { ServiceOptions } from "../core/config/service-options.ts"
import type { AuthConfig } from "../service/config.ts"
import { Password } from "../providers/password.ts"
import type { PasswordOptions } from "../providers/password-settings.ts"
import type { AccountEmail, EmailConfig, VerificationRequest } from "../providers/types.ts"
import { backgroundWork } from "./background-work.ts"
import { cookieClient } from "../testing/cookie-client.ts"

export type Browser = ReturnType<typeof cookieClient>

/** A hash that takes a millisecond. */
export const FAST_HASH = { algorithm: "argon2id", params: { m: 64, t: 1, p: 1 } } as const

export const GRACE = { email: "grace@app.test", password: "compilers are fun to write" }
export const NEW_PASSWORD = "nanoseconds are eleven inches"

interface PasswordAccountOptions {
  config?: Partial<AuthConfig>
  password?: PasswordOptions
  adapter?: Adapter
  mail?: Partial<EmailConfig>
  /** The value of `AUTH_URL`. */
  site?: string
  /** Providers beside `Password()` and the email provider. */
  providers?: AuthConfig["providers"]
  /** Options of the platform, on which `sent` and `newest` don't wait. */
  service?: ServiceOptions
}

/** Creates an auth instance with `Password()`, whose clock and outbox a test controls. */
export function passwordAccountService({
  config = {},
  password = {},
  adapter = MemoryAdapter(),
  mail = {},
  providers = [],
  service,
  site = "https://app.test/auth",
}: PasswordAccountOptions = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const emails: AccountEmail[] = []
  const links: VerificationRequest[] = []
  const errors: Error[] = []
  const warnings: string[] = []
  const debug: string[] = []
  const events: string[] = []
  const email: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email", sendsCode: true },
    sendVerificationRequest: (sent) => void links.push(sent),
    sendAccountEmail: (sent) => void emails.push(sent),
    ...mail,
  }
  const record = (name: string) => () => void events.push(name)
  const settings: AuthConfig = {
    providers: [Password({ hash: FAST_HASH, ...password }), email, ...providers],
    secret: "s".repeat(32),
    clock: () => time.now,
    session: { strategy: "jwt" },
    events: { createUser: record("createUser"), signIn: record("signIn"), reclaimUser: record("reclaimUser") },
    logger: {
      error: (error) => void errors.push(error),
      warn: (code) => void warnings.push(code),
      debug: (message) => void debug.push(String(message)),
    },
    ...config,
    adapter,
  }
  const { waitUntil, ended } = backgroundWork()
  const auth = createAuth(settings, { ...(service ?? { waitUntil }), env: { AUTH_URL: site, ...service?.env } })
  /** Emails are sent after the response. */
  const sent = async () => {
    await ended()
    return emails
  }
  const newest = async (kind?: AccountEmail["kind"]): Promise<AccountEmail> => {
    const found = (await sent()).filter((one) => kind === undefined || one.kind === kind).at(-1)
    if (!found) throw new Error(`No email ${kind ?? ""} was sent`)
    return found
  }
  const browser = (headers: HeadersInit = {}): Browser => {
    const withHeaders = (request: Request) => {
      const merged = new Headers(request.headers)
      new Headers(headers).forEach((value, name) => merged.set(name, value))
      return new Request(request, { headers: merged })
    }
    return cookieClient({ handle: (request) => auth.handle(withHeaders(request)) })
  }
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  const signIn = (from: Browser, fields: Record<string, string> = GRACE) => post(from, "/callback/password", fields)
  /** Signs Grace up with the code of the email. */
  const signUp = async (from: Browser, fields: Record<string, string> = GRACE) => {
    await sent() // another user's email must not be the newest
    await post(from, "/sign-up", fields)
    return post(from, "/sign-up", { code: (await newest("confirm-sign-up")).code ?? "" })
  }
  /** Asks for a reset, and returns the emailed link. */
  const forgot = async (from: Browser, address = GRACE.email) => {
    await sent()
    await post(from, "/forgot-password", { email: address })
    return newest("reset-password")
  }
  const tokenIn = ({ url }: Pick<AccountEmail, "url">) => new URL(url).searchParams.get("token") ?? ""
  /** Resets Grace's password in a browser that opened the emailed link. */
  const reset = async (from: Browser, fields: Record<string, string> = { password: NEW_PASSWORD }) => {
    const link = await forgot(from)
    await from.get(link.url)
    return post(from, "/reset-password", { token: tokenIn(link), ...fields })
  }
  return {
    ...{
      auth,
      adapter: adapter as FullAdapter,
      emails,
      links,
      errors,
      warnings,
      debug,
      events,
      sent,
      newest,
      browser,
      post,
    },
    ...{ signIn, signUp, forgot, reset, tokenIn },
    later: (minutes: number) => void (time.now += minutes * 60_000),
  }
}

/** Returns the email of the signed-in user, or null. */
export async function signedIn(from: Browser): Promise<string | null> {
  const session = (await (await from.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}
