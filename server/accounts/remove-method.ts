import type { Adapter } from "../adapters/contract.ts"
import { hasTransaction } from "../adapters/extended.ts"
import { required } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import { atomically } from "./atomically.ts"
import { holdingsOf, type Holdings } from "./credentials.ts"
import { isRemovable, waysIn, type WayIn } from "./sign-in-methods.ts"

/** How a removal went: the user has no such thing, or could not sign in any more without it. */
export type Removal = "removed" | "not found" | "last way in"

/** One of a user's ways to sign in, and how an adapter takes it away and puts it back. */
export interface Removable {
  way: WayIn
  remove(adapter: Adapter): PromiseLike<unknown>
  restore(adapter: Adapter): PromiseLike<unknown>
}

/**
 * Takes away the way to sign in that `find` picks, unless it is the last one. Of several at once none sees the others'
 * as still there: the user's row is held until the transaction ends. Without transactions what was taken is put back
 * when nothing else turns out to be left.
 */
export function removeWay(
  settings: Settings,
  userId: string,
  find: (holdings: Holdings) => Promise<Removable | undefined>,
): Promise<Removal> {
  const { adapter, providers } = settings
  if (!adapter) throw new AuthError("MissingAdapter", "Accounts are kept by an `adapter`, and there is none")
  const locks = hasTransaction(adapter)
  return atomically(adapter, `ways\n${userId}`, async (within) => {
    if (locks) await required(within, "updateUser")({ id: userId })
    const before = await holdingsOf(settings, within, userId)
    const found = await find(before)
    if (!found) return "not found"
    if (!isRemovable(waysIn(before, providers), found.way)) return "last way in"
    await found.remove(within)
    if (locks || waysIn(await holdingsOf(settings, within, userId), providers).length > 0) return "removed"
    await found.restore(within)
    return "last way in"
  })
}
