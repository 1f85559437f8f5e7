import type { AccountErrorCode } from "../../../client/account-contract.ts"
import { emailMethodChanged, type ChangedMethod } from "../mailbox/method-emails.ts"
import { userById } from "../users/users.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import type { ActionContext } from "../request/action-context.ts"
import {
  isRemovable,
  loadCredentials,
  signInMethods,
  type SignInMethod,
  type UserCredentials,
} from "./sign-in-methods.ts"
import { findUnusableMethods } from "./unusable-methods.ts"
import { removeWhileSignedIn } from "../sessions/while-signed-in.ts"

/** The result of a removal: removed, nothing to remove, or the user's last sign-in method. */
export type Removal = "removed" | "not found" | "last method"

/** The errors of removals that changed nothing. */
export const REMOVAL_ERRORS = {
  removed: undefined,
  "not found": "NotFound",
  "last method": "LastSignInMethod",
} as const satisfies Record<Removal, AccountErrorCode | undefined>

/** Tells the user that one of their sign-in methods was removed. */
export async function emailRemovedMethod(
  context: ActionContext,
  userId: string,
  removed: ChangedMethod,
): Promise<void> {
  const user = context.settings.adapter && (await userById(context.settings.adapter, userId))
  if (user) await emailMethodChanged(context, user, removed)
}

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
