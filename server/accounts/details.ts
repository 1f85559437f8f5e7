import type { AccountDetails, SessionDetails } from "../../client/account-contract.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { publicProviders } from "../http/public-provider.ts"
import { currentSession } from "../sessions/current.ts"
import { storesSessions, sessionEntries } from "../sessions/manage.ts"
import type { LiveSession, SessionLookup } from "../sessions/strategy.ts"
import { loadCredentials, type UserCredentials } from "./credentials.ts"
import { linkedAccounts } from "./linked.ts"
import { passkeyDetails, passkeyUser } from "./passkey-details.ts"
import { signInMethods } from "./sign-in-methods.ts"

/** Returns the signed-in user's account details, and the cookies that keep the session. `null` without a session. */
export async function accountDetails(
  context: RequestContext,
  sessionLookup: SessionLookup,
): Promise<{ account: AccountDetails | null; cookies: readonly SetCookie[] }> {
  const { session, cookies } = await currentSession(context, sessionLookup)
  if (!session || sessionLookup.kind === "none") return { account: null, cookies }
  const { settings } = context
  const { adapter } = settings
  const held = await loadUserCredentials(context, sessionLookup)
  const methods = signInMethods(held, settings.providers)
  const account: AccountDetails = {
    user: session.user ?? {},
    accounts: await linkedAccounts(settings, held, methods),
    linkable: adapter ? linkableProviders(context, adapter, held) : [],
    passkeys: passkeyDetails(held, methods),
    ...(await passkeyUser(context, held)),
    sessions: storesSessions(settings) ? await sessionDetails(context, sessionLookup) : null,
  }
  return { account, cookies }
}

async function loadUserCredentials({ settings }: RequestContext, { userId }: LiveSession): Promise<UserCredentials> {
  const { adapter } = settings
  if (!adapter || userId === undefined) return { user: null, accounts: null, passkeys: null }
  return loadCredentials(settings, adapter, userId)
}

function linkableProviders(
  context: RequestContext,
  adapter: Adapter,
  { accounts }: UserCredentials,
): AccountDetails["linkable"] {
  if (!adapter.linkAccount) return []
  const linked = new Set(accounts?.map(({ provider }) => provider))
  return publicProviders(context).filter(({ id, type }) => (type === "oauth" || type === "oidc") && !linked.has(id))
}

async function sessionDetails(context: RequestContext, session: LiveSession): Promise<SessionDetails[]> {
  const entries = await sessionEntries(context, session)
  return entries.map(({ createdAt, expires, ...entry }) => ({
    ...entry,
    createdAt: createdAt?.toISOString() ?? null,
    expires: expires.toISOString(),
  }))
}
