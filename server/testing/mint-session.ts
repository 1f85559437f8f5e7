import type { User, Session } from "../../client/contract.ts"
import type { AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { AuthConfigInput } from "../service/config.ts"
import type { AdapterOption, StrategyWith } from "../core/config/types.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"
import type { AuthenticationMethod } from "../core/request/proofs.ts"
import { securityState } from "../core/users/security-state.ts"
import { createRequestContext } from "../core/request/auth-request.ts"
import { sessionStrategy } from "../core/sessions/index.ts"
import { findOrCreateUser, settingsUnderTest, type AppUnderTest, type UserUnderTest } from "./config-under-test.ts"

/** The options of {@link mintSession}. */
export interface MintOptions extends AppUnderTest {
  /** Seconds. @default `session.maxAge` of the configuration */
  maxAge?: number | undefined
  /** The account that the `jwt` callback receives. @default one of type credentials */
  account?: Partial<Account> | undefined
  /** How the user signed in, as `amr` of RFC 8176 names it. `auth.require` reads it. @default ["pwd"] */
  amr?: readonly AuthenticationMethod[] | undefined
  /** When the user signed in, in seconds since the epoch. `auth.require` reads it. @default now */
  authTime?: number | undefined
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
 * adapter, it looks the user up by id or email. If there is none, it creates the user with all fields that you pass,
 * also your own. A configuration may be a function of the request, as in `createAuth`, so each tenant can have its own
 * session.
 *
 * @throws {AuthError} if the configuration is invalid
 * @throws {Error} if the user is disabled or deleted, because no sign-in opens a session then
 */
export async function mintSession<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
>(
  config: AuthConfigInput<S, Token, A, Strategy, Req, Seen>,
  user: UserUnderTest,
  { url, maxAge, request, account = {}, amr = ["pwd"], authTime }: MintOptions = {},
): Promise<MintedSession> {
  const settings = await settingsUnderTest(config, { url, request })
  const context = createRequestContext(settings, new Headers())
  const knownUser = settings.adapter ? await findOrCreateUser(settings.adapter, user) : user
  const id = knownUser.id ?? "1"
  const { epoch, isGone } = await securityState(settings, id)
  if (isGone) throw new Error(`The user ${id} is disabled or deleted, so no session opens. Enable the user first`)
  const { cookies } = await sessionStrategy(settings).create(context, {
    user: { ...knownUser, id },
    account: { provider: "credentials", providerAccountId: id, type: "credentials", ...account },
    isNewUser: false,
    epoch,
    lifetime: maxAge === undefined ? undefined : { maxAge, persistent: true },
    proofs: [{ time: authTime ?? Math.floor(settings.now() / 1000), amr }],
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
