import { accountRecords } from "../../core/proofs/records.ts"
import { isOwnPassword } from "../../providers/protocol.ts"
import type { DeletionSettings } from "../../core/config/feature-settings.ts"
import { loadPassword } from "../../core/users/security-state.ts"
import type { AccountDetails, DeletionDetails, SessionDetails } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { providerNames } from "../../core/request/language.ts"
import { offeredProviders } from "../../core/request/public-provider.ts"
import { currentSession } from "../../core/sessions/current.ts"
import { storesSessions, sessionEntries } from "../../core/sessions/manage.ts"
import type { LiveSession, SessionLookup } from "../../core/request/strategy.ts"
import { loadCredentials, type UserCredentials, signInMethods } from "../../core/methods/sign-in-methods.ts"
import { emailDetails } from "../../core/mailbox/pending-email.ts"
import { openEmailUndo } from "../../core/users/undo/records.ts"
import { linkedAccounts } from "./linked.ts"
import type { AccountFeature } from "../../core/methods/feature.ts"

/** Returns the signed-in user's account details, and the cookies that keep the session. `null` without a session. */
export async function accountDetails(
  context: RequestContext,
  sessionLookup: SessionLookup,
): Promise<{ account: AccountDetails | null; cookies: readonly SetCookie[] }> {
  const { session, cookies } = await currentSession(context, sessionLookup)
  if (!session || sessionLookup.kind === "none") return { account: null, cookies }
  const { settings } = context
  const { adapter } = settings
  const credentials = await loadUserCredentials(context, sessionLookup)
  const methods = signInMethods(credentials, settings.providers)
  const email = await emailDetails(context, credentials.user)
  const named = await providerLabels(context)
  const accounts = await linkedAccounts(settings, credentials, methods)
  const account: AccountDetails = {
    user: session.user ?? {},
    ...(session.actor && { actor: session.actor }),
    accounts: accounts && accounts.map((linked) => named(linked, linked.provider)),
    linkable: adapter
      ? linkableProviders(context, adapter, credentials).map((provider) => named(provider, provider.id))
      : [],
    passkeys: null,
    ...(settings.passwords && {
      ...(await passwordDetails(context, sessionLookup)),
      passwordRemovable: methods.length > 0, // a password isn't among them
    }),
    ...([...settings.providers.values()].some(isOwnPassword) && { ownPasswords: true }),
    sessions: storesSessions(settings) ? await sessionDetails(context, sessionLookup) : null,
    ...(await featureDetails(context, credentials)),
    ...(email && { email }),
    ...emailMethod(context, credentials, named),
    ...(await dataDetails(context, sessionLookup)),
  }
  return { account, cookies }
}

async function featureDetails(context: RequestContext, held: UserCredentials): Promise<Partial<AccountDetails>> {
  const features: readonly AccountFeature[] = context.settings.features
  const details = await Promise.all(features.map((feature) => feature.accountDetails?.(context, held)))
  return details.reduce<Partial<AccountDetails>>((all, more) => ({ ...all, ...more }), {})
}

async function dataDetails(
  context: RequestContext,
  { userId }: LiveSession,
): Promise<Pick<AccountDetails, "profile" | "exportable" | "deletion">> {
  const { account } = context.settings
  if (userId === undefined) return {}
  return {
    ...(account.profile.length > 0 && { profile: { fields: [...account.profile] } }),
    ...(account.export && { exportable: true }),
    ...(account.deletion && { deletion: await deletionDetails(context, account.deletion, userId) }),
  }
}

async function deletionDetails(
  context: RequestContext,
  { graceDays }: DeletionSettings,
  userId: string,
): Promise<DeletionDetails> {
  const undo = await openEmailUndo(context, userId)
  return { graceDays, blockedUntil: undo?.toISOString() ?? null }
}

async function passwordDetails(
  context: RequestContext,
  { userId }: LiveSession,
): Promise<Pick<AccountDetails, "hasPassword" | "passwordChangedAt">> {
  const stored = userId === undefined ? null : await loadPassword(accountRecords(context), userId)
  if (!stored || stored.hash === null) return { hasPassword: false, passwordChangedAt: null }
  return { hasPassword: true, passwordChangedAt: stored.setAt > 0 ? new Date(stored.setAt).toISOString() : null }
}

async function loadUserCredentials({ settings }: RequestContext, { userId }: LiveSession): Promise<UserCredentials> {
  const { adapter } = settings
  if (!adapter || userId === undefined) return { user: null, accounts: null, passkeys: null }
  return loadCredentials(settings, adapter, userId)
}

/** Returns the email provider by which this user can sign in. */
function emailMethod(
  context: RequestContext,
  { user }: UserCredentials,
  named: Named,
): Pick<AccountDetails, "emailMethod"> {
  const provider = offeredProviders(context).find(({ type }) => type === "email")
  return provider && user?.email
    ? { emailMethod: named({ provider: provider.id, name: provider.name }, provider.id) }
    : {}
}

type Named = <Value extends { readonly name: string }>(value: Value, provider: string) => Value

/** Returns a function that replaces a provider's name by its label in the user's language, as on the sign-in card. */
async function providerLabels(context: RequestContext): Promise<Named> {
  const findName = await providerNames(context)
  return (value, provider) => ({ ...value, name: findName(provider) ?? value.name })
}

function linkableProviders(
  context: RequestContext,
  adapter: Adapter,
  { user, accounts }: UserCredentials,
): AccountDetails["linkable"] {
  if (!adapter.linkAccount) return []
  const linked = new Set(accounts?.map(({ provider }) => provider))
  const offered = offeredProviders(context, user?.email)
  return offered.filter(({ id, type }) => (type === "oauth" || type === "oidc") && !linked.has(id))
}

async function sessionDetails(context: RequestContext, session: LiveSession): Promise<SessionDetails[]> {
  const entries = await sessionEntries(context, session)
  return entries.map(({ createdAt, expires, lastActiveAt, ...entry }) => ({
    ...entry,
    createdAt: createdAt?.toISOString() ?? null,
    expires: expires.toISOString(),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  }))
}

/**
 * Returns the account without the other sessions and the trusted devices, which ended with the old password or address.
 */
export function withoutOldCredentials({ sessions, twoStep, ...account }: AccountDetails): AccountDetails {
  return {
    ...account,
    sessions: sessions && sessions.filter(({ current }) => current),
    ...(twoStep && { twoStep: { ...twoStep, trustedDevices: [] } }),
  }
}
