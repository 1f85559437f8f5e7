import type { Session, User } from "../../client/contract.ts"
import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { Env } from "../core/config/env.ts"
import { configProblems } from "../core/config/problems.ts"
import { createSettings } from "../service/features.ts"
import type { Settings } from "../core/config/settings.ts"
import type { AuthConfig, AuthConfigInput } from "../service/config.ts"
import type { AdapterOption, StrategyWith } from "../core/config/types.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"

/** The app that a test prepares. */
export interface AppUnderTest {
  /** URL of the app under test, with the base path if it isn't `/auth`. @default AUTH_URL, or http://localhost:3000 */
  url?: string | undefined
  /** The request to pass to a configuration that is a function. @default a request for `url` */
  request?: Request | undefined
}

/**
 * Returns the settings of a configuration as the app's own process would have them.
 *
 * @throws {AuthError} if the configuration is invalid
 */
export async function settingsUnderTest<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
>(config: AuthConfigInput<S, Token, A, Strategy, Req, Seen>, { url, request }: AppUnderTest): Promise<Settings> {
  const env = (globalThis as { process?: { env?: Env } }).process?.env ?? {}
  const site = url ?? env["AUTH_URL"] ?? "http://localhost:3000"
  const resolvedConfig = typeof config === "function" ? await config(request ?? siteRequest(site)) : config
  const own = resolvedConfig as unknown as AuthConfig // the app's own types matter at its call sites
  const settings = createSettings(own, { env: { ...env, AUTH_URL: site } })
  const [problem] = configProblems(own, settings)
  if (problem) throw problem
  return settings
}

// Most tenants are chosen by the host header, which a browser sends but a `Request` doesn't contain
function siteRequest(site: string): Request {
  return new Request(site, { headers: { host: new URL(site).host } })
}

/** A user for a test, with the app's own fields. */
export type UserUnderTest = User & Partial<Omit<AdapterUser, keyof User>>

/** Looks a user up by id or email, and creates the user if there is none. */
export async function findOrCreateUser(
  adapter: Adapter,
  { id, name = null, email = null, image = null, emailVerified = null, ...own }: UserUnderTest,
): Promise<AdapterUser> {
  const found = (id && (await adapter.getUser?.(id))) || (email && (await adapter.getUserByEmail?.(email)))
  if (found) return found
  if (!adapter.createUser) throw new TypeError("The adapter has no createUser: give the id of a user that it knows")
  return adapter.createUser({ ...own, id: id ?? crypto.randomUUID(), name, email: email ?? "", image, emailVerified })
}
