import type { Adapter } from "../adapters/contract.ts"
import { hasTransaction } from "../adapters/extended.ts"
import { requireOperation } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import { atomically } from "./atomically.ts"
import { loadCredentials, type UserCredentials } from "./credentials.ts"
import { isRemovable, signInMethods, type SignInMethod } from "./sign-in-methods.ts"

/** How a removal went: the user has no such thing, or could not sign in any more without it. */
export type Removal = "removed" | "not found" | "last way in"

/** One of a user's ways to sign in, and how an adapter takes it away and puts it back. */
export interface Removable {
  way: SignInMethod
  remove(adapter: Adapter): PromiseLike<unknown>
  restore(adapter: Adapter): PromiseLike<unknown>
}

/**
 * Takes away the way to sign in that `find` picks, unless it is the last one. Of several at once none sees the others'
 * as still there: the user's row is held until the transaction ends. Without transactions what was taken is put back
 * when nothing else turns out to be left.
 */
export function removeSignInMethod(
  settings: Settings,
  userId: string,
  find: (credentials: UserCredentials) => Promise<Removable | undefined>,
): Promise<Removal> {
  const { adapter, providers } = settings
  if (!adapter) throw new AuthError("MissingAdapter", "Accounts are kept by an `adapter`, and there is none")
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
