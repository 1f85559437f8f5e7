import type { Adapter, AdapterAccount, AdapterUser } from "../../adapters/contract.ts"
import type { AccountRecordKind } from "../../adapters/account-record.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import type { Settings } from "../config/settings.ts"
import { isOwnPassword, mayVerifyAddress, typeFor } from "../../providers/protocol.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { markReclaimed, canRecordProofs } from "./reclaimed.ts"
import { isSameId } from "./users.ts"
import type { User } from "../../../client/contract.ts"
import { clearPassword, isDisabled } from "./security-state.ts"
import { wasProvenWithFactor } from "../proofs/records.ts"
import { sendNotice } from "../emails/notice.ts"
import type { Reclaimed } from "./types.ts"

/**
 * Hands a user to the owner of their mailbox, when the mailbox is proven for the first time. An attacker may have
 * created the user with that address. So this removes passkeys and accounts whose provider didn't verify the address,
 * all second factors, recovery codes and trusted devices, and ends all sessions. It removes nothing if the user is
 * signed in while proving the mailbox, or if the address was proven before in another way.
 *
 * @returns `undefined` if it removed nothing
 * @throws {AuthError} `AccountNotLinked` if the adapter lacks the operations to keep an attacker out; `AccessDenied` if
 * the user is disabled
 * @see "Pre-hijacked accounts", USENIX Security 2022
 */
export async function reclaimAccount(
  { settings, lookupSession }: Pick<ActionContext, "settings" | "lookupSession">,
  adapter: Adapter,
  user: AdapterUser,
): Promise<Reclaimed | undefined> {
  const session = await lookupSession()
  if (session.kind === "live" && isSameId(session.userId, user.id)) return undefined
  if (await isAddressProven(settings, adapter, user)) return undefined
  if (settings.keepsEpoch && (await isDisabled(adapter, user.id))) throw new AccessDenied("The user is disabled")
  const atOnce = canEndAllSessions(settings, adapter)
  if (!atOnce && !(adapter.linkAccount && adapter.getUserByAccount)) return rejectUnlessOnlyEmail(settings)
  const hadMethods = await evictUnverified(settings, adapter, user)
  if (!atOnce) await markReclaimed(adapter, user)
  return { user, hadMethods }
}

/**
 * Returns whether the user's address is proven, although no sign-in by email proved it. Every linked provider verified
 * it, or it was proven when the user set up two-step verification. The latter holds whatever the user links or unlinks
 * later. Otherwise the mailbox alone would remove the second factor.
 */
export async function isAddressProven(settings: Settings, adapter: Adapter, user: AdapterUser): Promise<boolean> {
  const store = adapter.listAccountRecords ? adapter : (settings.adapter ?? {})
  return (await isVerifiedByAccounts(settings, adapter, user)) || (await wasProvenWithFactor(store, user))
}

/**
 * Returns whether a user may set up two-step verification: not while their address is unverified. An attacker may have
 * created the account with it, and their second factor would keep the owner out.
 */
export async function canEnroll({ adapter, ...settings }: Settings, user: AdapterUser): Promise<boolean> {
  if (!adapter) return false
  if (!user.email || user.emailVerified) return true
  return isAddressProven({ adapter, ...settings }, adapter, user)
}

async function isVerifiedByAccounts(settings: Settings, adapter: Adapter, user: AdapterUser): Promise<boolean> {
  const listed = ((await adapter.listAccounts?.(user.id)) ?? []).filter(
    ({ type }) => type === "oauth" || type === "oidc",
  )
  const vouching = await Promise.all(listed.map((account) => verifiesEmail(settings, account, user.email)))
  return vouching.length > 0 && vouching.every(Boolean)
}

/**
 * Removes what {@link reclaimAccount} removes. It runs again once the proof is stored, because the transaction could
 * not see a parallel sign-in, link or new passkey.
 *
 * @returns whether someone else may have had a way to sign in: there was one, or not all are known
 */
export async function evictUnverified(settings: Settings, adapter: Adapter, user: AdapterUser): Promise<boolean> {
  let hadMethods = !knowsAllMethods(settings, adapter)
  if (canRecordProofs(adapter)) {
    for (const account of (await adapter.listAccounts?.(user.id)) ?? []) {
      if (await verifiesEmail(settings, account, user.email)) continue
      await adapter.unlinkAccount?.(account)
      hadMethods = true
    }
  }
  const passkeyProviders = [...settings.providers.values()].filter(({ type }) => type === "webauthn")
  for (const { credentialID, providerAccountId } of (await adapter.listAuthenticatorsByUserId?.(user.id)) ?? []) {
    // A passkey without its account opens nothing, even if the adapter can't delete it
    for (const { id: provider } of passkeyProviders) await adapter.unlinkAccount?.({ provider, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
    hadMethods = true
  }
  const hadPassword = await evictRecords(adapter, user.id)
  const hadSession = (await adapter.listSessions?.(user.id))?.length // such as one that the app opened itself
  await adapter.deleteSessions?.(user.id)
  return hadMethods || hadPassword || Boolean(hadSession)
}

// A row that the app made before it had Latchkit has no way to sign in, unless the app checks passwords of its own
function knowsAllMethods({ providers }: Settings, adapter: Adapter): boolean {
  const listsPasskeys = Boolean(adapter.listAuthenticatorsByUserId)
  return (
    canRecordProofs(adapter) &&
    [...providers.values()].every(
      (provider) => !isOwnPassword(provider) && (provider.type !== "webauthn" || listsPasskeys),
    )
  )
}

/** The kinds that stay. A password's record also says that a user is disabled, and no user owns the others. */
type KeptKind = "password" | "invitation" | "deletion"

/** The kinds of records that an attacker may have prepared: all others, so that a new kind can't be forgotten. */
const EVICTED_KINDS: Record<Exclude<AccountRecordKind, KeptKind>, true> = {
  attempt: true,
  factor: true,
  "recovery-codes": true,
  "trusted-device": true,
  "pending-change": true,
  undo: true,
  session: true,
  authenticator: true,
  "reserved-address": true,
  impersonation: true,
  "bound-session": true,
  "unlinked-account": true,
}

// Otherwise an attacker's second factor would lock the owner out. Returns whether there was a password
async function evictRecords(adapter: Adapter, userId: string): Promise<boolean> {
  const kinds = Object.keys(EVICTED_KINDS) as AccountRecordKind[] // the table's own keys
  for (const kind of kinds) await adapter.deleteAccountRecords?.(userId, kind)
  return hasAccountRecords(adapter) && (await clearPassword(adapter, userId))
}

// Auth.js stored no verified address, but the account's ID token contains it
async function verifiesEmail(settings: Settings, account: AdapterAccount, email: string): Promise<boolean> {
  if (!mayVerifyAddress(settings, account.provider, email)) return false
  if (account["proven_email"] === email) return true
  const provider = settings.providers.get(account.provider)
  if (!settings.rules.storedIdTokens || provider?.type !== "oidc") return false
  if (account.type !== typeFor(provider.type, settings) && account.type !== "oidc") return false
  if (!["claim", "always"].includes(provider.emailTrust ?? "claim")) return false
  const claims = decodeUnverified(account.id_token)
  return claims?.["email_verified"] === true && normalizeEmail(claims["email"]) === email
}

function canEndAllSessions({ session }: Settings, adapter: Adapter): boolean {
  const passkeys = Boolean(adapter.deleteAuthenticator) || !adapter.listAuthenticatorsByUserId
  const sessions =
    Boolean(adapter.deleteSessions) && (session.strategy === "database" || Boolean(adapter.keepsSessionEpoch))
  return canRecordProofs(adapter) && passkeys && sessions
}

function rejectUnlessOnlyEmail({ providers }: Settings): undefined {
  if ([...providers.values()].every(({ type }) => type === "email")) return undefined
  throw new AuthError(
    "AccountNotLinked",
    "The user's mailbox was never verified, so an attacker may have created the user. To let the owner in, the adapter needs " +
      "linkAccount and getUserByAccount",
  )
}

/** Emails the owner of a user that was just reclaimed. */
export async function tellOwner(context: ActionContext, { email }: User): Promise<void> {
  const { events, logger, warned } = context.settings
  if (sendNotice(context, email, { kind: "reclaimed" }) || events.reclaimUser || warned.has("reclaim-not-emailed"))
    return
  warned.add("reclaim-not-emailed")
  logger.warn("reclaim-not-emailed")
}
