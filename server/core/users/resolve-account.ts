import type { User } from "../../../client/contract.ts"
import type { Account } from "../../types.ts"
import type { Rules } from "../config/rules.ts"
import { sha256 } from "../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import type { VerifiedIdentity, ResolvedAccount } from "./types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { withMailboxLock } from "./address-lock.ts"
import { addressKey, atomically } from "./atomically.ts"
import { resolveByEmail } from "./by-email.ts"
import { findUsableOwner } from "./find-owner.ts"
import { evictUnverified } from "./reclaim.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { undoLateLink } from "./signed-in.ts"
import { isSameId } from "./users.ts"
import { resolveWithAdapter } from "./with-adapter.ts"

/** Finds or creates the user of an identity. Without an adapter, and with credentials, the profile is the user. */
export async function resolveAccount(context: ActionContext, verified: VerifiedIdentity): Promise<ResolvedAccount> {
  const { identity, owner } = verified
  const { account } = identity
  const { adapter, rules } = context.settings
  if (owner) return { user: owner, account, isNewUser: false, events: [] }
  if (adapter && account.type !== "credentials") {
    const resolve = account.type === "email" ? resolveByEmail : resolveWithAdapter
    // Read it before the transaction: inside it, the lookup would wait for the transaction's own connection
    await context.lookupSession()
    const email = provenMailbox(identity, rules)
    const resolved = await withMailboxLock(context.settings, { adapter, email }, async () => {
      const settledAccount = await atomically(adapter, lockKey(identity), (transaction) =>
        resolve(context, transaction, verified),
      )
      if (settledAccount.reclaimedUser) await evictUnverified(context.settings, adapter, settledAccount.reclaimedUser)
      return settledAccount
    })
    await undoLateLink(context, adapter, { linkTo: verified.linkTo, settled: resolved })
    return resolved
  }
  // The app knows its own users: callbacks and events get what `authorize` returned, unchanged
  if (account.type === "credentials") return { user: identity.user as User, account, isNewUser: false, events: [] } // `authorize` returned a User
  const { emailVerified: _, ...user } = identity.user
  // A provider's account id could equal a user id of the app, or an id of another provider
  return { user: { ...user, id: await pseudonymousId(account) }, account, isNewUser: false, events: [] }
}

/** The message if another user signed in while the sign-in was at the provider. */
export const USER_CHANGED = "The signed-in user changed while the sign-in was at the provider"

/**
 * Checks that the account already belongs to the user.
 *
 * @throws {AuthError} `OAuthCallbackError` if it belongs to another user, or to none
 */
export async function requireOwner({ settings }: ActionContext, { identity, id }: OwnerCheck): Promise<void> {
  const { adapter } = settings
  const owner = adapter ? (await findUsableOwner(adapter, identity))?.id : await pseudonymousId(identity.account)
  if (!isSameId(owner, id)) throw new AuthError("OAuthCallbackError", USER_CHANGED)
}

interface OwnerCheck {
  identity: VerifiedIdentity["identity"]
  /** Id of the user. */
  id: string
}

/** Returns the address whose user the sign-in may hand to its owner. */
function provenMailbox({ account, user, emailProven }: VerifiedIdentity["identity"], rules: Rules) {
  if (account.type === "email") return account.providerAccountId
  return rules.linkingProvesEmail && emailProven ? normalizeEmail(user.email) : null
}

/** Returns the key that serializes sign-ins: the address, or else the account. */
export function lockKey({ user, account }: VerifiedIdentity["identity"]): string {
  if (account.type === "email") return addressKey(account.providerAccountId)
  return normalizeEmail(user.email) ?? `${account.provider}\n${account.providerAccountId}`
}

/** Returns a stable hash of the provider id and the account id, as a UUID (RFC 9562, section 5.8). */
async function pseudonymousId({ provider, providerAccountId }: Account): Promise<string> {
  const digest = await sha256(JSON.stringify([provider, providerAccountId]))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return [a, b, `8${c}`, `8${d}`, e].join("-")
}
