import type { Adapter } from "../adapters/contract.ts"
import { hasTransaction } from "../adapters/extended.ts"
import { requireOperation } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import { atomically } from "./atomically.ts"
import { loadCredentials, type UserCredentials } from "./credentials.ts"
import { isRemovable, signInMethods, type SignInMethod } from "./sign-in-methods.ts"

/** The result of a removal: removed, nothing to remove, or the user's last sign-in method. */
export type Removal = "removed" | "not found" | "last way in"

/** A sign-in method that an adapter can remove and restore. */
export interface Removable {
  way: SignInMethod
  remove(adapter: Adapter): PromiseLike<unknown>
  restore(adapter: Adapter): PromiseLike<unknown>
}

/**
 * Removes the sign-in method that `find` picks, unless it is the last one. The transaction locks the user's row, so
 * parallel removals can't both succeed. Without transactions, it restores the method if no other one is left.
 */
export function removeSignInMethod(
  settings: Settings,
  userId: string,
  find: (credentials: UserCredentials) => Promise<Removable | undefined>,
): Promise<Removal> {
  const { adapter, providers } = settings
  if (!adapter) throw new AuthError("MissingAdapter", "Removing a sign-in method needs an `adapter`")
  const locks = hasTransaction(adapter)
  return atomically(adapter, `ways\n${userId}`, async (transaction) => {
    if (locks) await requireOperation(transaction, "updateUser")({ id: userId })
    const before = await loadCredentials(settings, transaction, userId)
    const removable = await find(before)
    if (!removable) return "not found"
    if (!isRemovable(signInMethods(before, providers), removable.way)) return "last way in"
    await removable.remove(transaction)
    if (locks || signInMethods(await loadCredentials(settings, transaction, userId), providers).length > 0)
      return "removed"
    await removable.restore(transaction)
    return "last way in"
  })
}
