import type { AccountErrorCode } from "../../../client/account-contract.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import type { ActionContext } from "../request/action-context.ts"
import {
  isRemovable,
  loadCredentials,
  signInMethods,
  type SignInMethod,
  type UserCredentials,
  findUnusableMethods,
} from "./sign-in-methods.ts"
import { removeWhileSignedIn } from "../sessions/while-signed-in.ts"
import type { Account } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { accountRecords, factorContext, isRequired, listFactors } from "../proofs/records.ts"
import { removePasskeyFactor } from "../proofs/own-passkey.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { emit } from "../request/emit.ts"
import { canonicalCredentialId } from "../request/proofs.ts"
import { revokeTrustedDevices } from "../sessions/trusted-devices.ts"
import { withAddressLock } from "../users/atomically.ts"
import { notifyUser } from "../users/undo/records.ts"

/** The result of a removal: removed, nothing to remove, or the user's last sign-in method. */
export type Removal = "removed" | "not found" | "last method"

/** The errors of removals that changed nothing. */
export const REMOVAL_ERRORS = {
  removed: undefined,
  "not found": "NotFound",
  "last method": "LastSignInMethod",
} as const satisfies Record<Removal, AccountErrorCode | undefined>

/** A sign-in method that an adapter can remove and restore. */
export interface Removable {
  method: SignInMethod
  remove(adapter: Adapter): PromiseLike<unknown>
  restore(adapter: Adapter): PromiseLike<unknown>
}

/**
 * Removes the sign-in method that `find` picks, unless it is the last one with which the user could sign in now. The
 * transaction locks the user's row, so parallel removals can't both succeed. Without transactions, it restores the
 * method if no other one is left.
 */
export async function removeSignInMethod(
  context: ActionContext,
  userId: string,
  find: (credentials: UserCredentials) => Promise<Removable | undefined>,
): Promise<Removal> {
  const { settings } = context
  const adapter = requireAdapter(settings.adapter, "Removing a sign-in method")
  const locks = hasTransaction(adapter)
  // Not inside the transaction, for whose connection the app's callback may wait
  const unusable = await findUnusableMethods(context, await loadCredentials(settings, adapter, userId))
  const usable = (held: UserCredentials) => signInMethods(held, settings.providers).filter((one) => !unusable.has(one))
  return removeWhileSignedIn(context, userId, async (transaction) => {
    if (locks) await requireOperation(transaction, "updateUser")({ id: userId })
    const before = await loadCredentials(settings, transaction, userId)
    const removable = await find(before)
    if (!removable) return "not found"
    if (!isRemovable(usable(before), removable.method)) return "last method"
    await removable.remove(transaction)
    if (locks || usable(await loadCredentials(settings, transaction, userId)).length > 0) return "removed"
    await removable.restore(transaction)
    return "last method"
  })
}

/** Runs a removal alone. Two at once would each count the other's factor. */
export function countingFactors<T>({ settings }: ActionContext, userId: string, run: () => Promise<T>): Promise<T> {
  return settings.secondFactor ? withAddressLock(settings, userId, run) : run()
}

/** Returns whether the app requires a second factor of this user with any of their sign-in methods. */
export async function isFactorRequired(context: RequestContext, held: UserCredentials): Promise<boolean> {
  const { settings } = context
  const { user } = held
  const { secondFactor } = settings
  if (!secondFactor || !user) return false
  const accounts = signInAccounts(settings, { ...held, user })
  const required = await Promise.all(
    accounts.map((account) => isRequired(context, "required", { user, account, isNewUser: false }, secondFactor)),
  )
  return required.includes(true)
}

// A session doesn't keep the account that opened it, and the rule may depend on it
function signInAccounts(
  { providers }: Settings,
  { user, accounts }: UserCredentials & { user: AdapterUser },
): readonly Account[] {
  const others = [...providers.values()].flatMap(({ id, type }): Account[] => {
    if (type === "oauth" || type === "oidc") return []
    if (type === "email" && !user.email) return []
    return [{ provider: id, type, providerAccountId: type === "email" ? user.email : user.id, userId: user.id }]
  })
  return [...(accounts ?? []), ...others]
}

/** Returns whether a passkey is the last second factor of a user who must have one. */
export async function isLastFactor(context: ActionContext, held: UserCredentials, passkeyId: string): Promise<boolean> {
  const { user } = held
  if (!user || !context.settings.secondFactor || !context.settings.adapter?.createAccountRecord) return false
  const [factor, ...others] = await listFactors(factorContext(context), user.id)
  if (others.length > 0 || factor?.credentialId !== canonicalCredentialId(passkeyId)) return false
  return isFactorRequired(context, held)
}

/** Removes the factor of a passkey that was just removed. Otherwise sign-ins would still ask for it. */
export async function forgetPasskeyFactor(context: ActionContext, user: AdapterUser, passkeyId: string): Promise<void> {
  if (!context.settings.adapter?.createAccountRecord) return
  const store = accountRecords(context)
  if (await removePasskeyFactor({ store }, { userId: user.id, credentialId: passkeyId }))
    await endFactor(context, user, "passkey") // the email about the passkey is enough
}

/** Ends what belongs to a factor that was just removed and the trust in all devices, and emails the user. */
export async function afterRemoval(context: ActionContext, user: AdapterUser, factor: RemovedFactor): Promise<void> {
  await endFactor(context, user, factor)
  await revokeTrustedDevices(context, user.id)
  await notifyUser(context, user, { kind: "factor-removed", factor })
}

type RemovedFactor = "totp" | "passkey"

async function endFactor(context: ActionContext, user: AdapterUser, factor: RemovedFactor): Promise<void> {
  await emit(context, { type: "factorRemoved", userId: user.id, method: factor })
  const otherFactors = await listFactors(factorContext(context), user.id)
  if (otherFactors.length === 0) await accountRecords(context).deleteAccountRecords(user.id, "recovery-codes")
}
