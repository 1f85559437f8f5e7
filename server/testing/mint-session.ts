import type { User, Session } from "../../client/contract.ts"
import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import type { Env } from "../config/env.ts"
import { configProblems } from "../config/problems.ts"
import { createSettings } from "../config/settings.ts"
import type { AuthConfig, AuthConfigInput } from "../config/types.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { createRequestContext } from "../http/auth-request.ts"
import { sessionStrategy } from "../sessions/index.ts"

export interface MintOptions {
  /** URL of the app under test, with the base path if it isn't `/auth`. @default AUTH_URL, or http://localhost:3000 */
  url?: string | undefined
  /** Seconds. @default `session.maxAge` of the configuration */
  maxAge?: number | undefined
  /** The request to pass to a configuration that is a function. @default a request for `url` */
  request?: Request | undefined
  /** The account that the `jwt` callback receives. @default one of type credentials */
  account?: Partial<Account> | undefined
}

/** A session that a test opened without a browser. */
export interface MintedSession {
  /** The `Cookie` header of the signed-in user. */
  cookie: string
  /** For a `Request`: `new Request(url, { headers })`. */
  headers: { cookie: string }
  /** For a browser: Playwright's `context.addCookies(cookies)`. */
  cookies: { name: string; value: string; url: string }[]
  /** As stored, if there is an adapter. */
  user: User | AdapterUser
}

/**
 * Opens a session as a sign-in would, with the configuration's own strategy, callbacks, cookies and secret. With an
 * adapter, it looks the user up by id or email, and creates the user if there is none. A configuration may be a
 * function of the request, as in `createAuth`, so each tenant can have its own session.
 *
 * @throws {AuthError} if the configuration is invalid
 */
export async function mintSession<S extends Session, Token extends JWT>(
  config: AuthConfigInput<S, Token>,
  user: User,
  { url, maxAge, request, account = {} }: MintOptions = {},
): Promise<MintedSession> {
  const env = (globalThis as { process?: { env?: Env } }).process?.env ?? {}
  const site = url ?? env["AUTH_URL"] ?? "http://localhost:3000"
  const resolvedConfig = typeof config === "function" ? await config(request ?? siteRequest(site)) : config
  const own = resolvedConfig as unknown as AuthConfig // the app's own types matter at its call sites
  const settings = createSettings(own, { env: { ...env, AUTH_URL: site } })
  const [problem] = configProblems(own, settings)
  if (problem) throw problem
  const context = createRequestContext(settings, new Headers())
  const knownUser = settings.adapter ? await findOrCreateUser(settings.adapter, user) : user
  const id = knownUser.id ?? "1"
  const { cookies } = await sessionStrategy(settings).open(context, {
    user: { ...knownUser, id },
    account: { provider: "credentials", providerAccountId: id, type: "credentials", ...account },
    isNewUser: false,
    lifetime: maxAge === undefined ? undefined : { maxAge, persistent: true },
  })
  const sessionCookies = cookies.filter(({ value }) => value !== "")
  const cookie = sessionCookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return {
    cookie,
    headers: { cookie },
    cookies: sessionCookies.map(({ name, value }) => ({
      name,
      value: encodeURIComponent(value),
      url: context.site.origin,
    })),
    user: knownUser,
  }
}

// Most tenants are chosen by the host header, which a browser sends but a `Request` doesn't contain
function siteRequest(site: string): Request {
  return new Request(site, { headers: { host: new URL(site).host } })
}

async function findOrCreateUser(
  adapter: Adapter,
  { id, name = null, email = null, image = null }: User,
): Promise<AdapterUser> {
  const found = (id && (await adapter.getUser?.(id))) || (email && (await adapter.getUserByEmail?.(email)))
  if (found) return found
  if (!adapter.createUser) throw new TypeError("The adapter has no createUser: give the id of a user that it knows")
  return adapter.createUser({ id: id ?? crypto.randomUUID(), name, email: email ?? "", image, emailVerified: null })
}
