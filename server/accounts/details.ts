import type { AccountDetails, SessionDetails } from "../../client/contract.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { publicProviders } from "../http/public-provider.ts"
import { currentSession } from "../sessions/current.ts"
import { keepsSessions, sessionsOf } from "../sessions/manage.ts"
import type { LiveReading, SessionReading } from "../sessions/strategy.ts"
import { holdingsOf, type Holdings } from "./credentials.ts"
import { linkedAccounts } from "./linked.ts"
import { passkeyDetails, passkeyUser } from "./passkey-details.ts"
import { waysIn } from "./sign-in-methods.ts"

/** What the signed-in user may see of their account, and the cookies that keep the session; null for a visitor. */
export async function accountDetails(
  visit: Visit,
  reading: SessionReading,
): Promise<{ account: AccountDetails | null; cookies: readonly SetCookie[] }> {
  const { session, cookies } = await currentSession(visit, reading)
  if (!session || reading.kind === "none") return { account: null, cookies }
  const { settings } = visit
  const { adapter } = settings
  const held = await heldBy(visit, reading)
  const ways = waysIn(held, settings.providers)
  const account: AccountDetails = {
    user: session.user ?? {},
    accounts: await linkedAccounts(settings, held, ways),
    linkable: adapter ? linkable(visit, adapter, held) : [],
    passkeys: passkeyDetails(held, ways),
    ...(await passkeyUser(visit, held)),
    sessions: keepsSessions(settings) ? await sessionDetails(visit, reading) : null,
  }
  return { account, cookies }
}

async function heldBy({ settings }: Visit, { userId }: LiveReading): Promise<Holdings> {
  const { adapter } = settings
  if (!adapter || userId === undefined) return { user: null, accounts: null, passkeys: null }
  return holdingsOf(settings, adapter, userId)
}

function linkable(visit: Visit, adapter: Adapter, { accounts }: Holdings): AccountDetails["linkable"] {
  if (!adapter.linkAccount) return []
  const linked = new Set(accounts?.map(({ provider }) => provider))
  return publicProviders(visit).filter(({ id, type }) => (type === "oauth" || type === "oidc") && !linked.has(id))
}

async function sessionDetails(visit: Visit, reading: LiveReading): Promise<SessionDetails[]> {
  const entries = await sessionsOf(visit, reading)
  return entries.map(({ createdAt, expires, ...entry }) => ({
    ...entry,
    createdAt: createdAt?.toISOString() ?? null,
    expires: expires.toISOString(),
  }))
}
