import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../../errors.ts"
import { markAddressLeft } from "./deleted-address.ts"
import { isSameId, updateUser, userByEmail } from "./users.ts"
import { requireHeld, withAddressClaim, type HeldLock } from "./atomically.ts"
import { removeUnfinished } from "./create-user.ts"

type Address = Pick<AdapterUser, "email" | "emailVerified">

interface Move {
  before: AdapterUser
  to: Address
  /** The lock of the user's address. It ends before the claim, which is younger. */
  lock: HeldLock
  /** Returns whether the user may still do it, after the write. A reset may have been faster. @default true */
  isAllowed?(): Promise<boolean>
}

/**
 * Gives a user another address, unless it belongs to another user by now. With transactions, the table has a unique key
 * on addresses. Otherwise no instance gives the address to another user at the same time. If that took too long to be
 * sure, the user keeps the address from before.
 *
 * @throws {AuthError} `Verification` if another user has the address or it isn't allowed anymore; `AdapterError` if it
 * took too long
 */
export async function moveToAddress(
  settings: Settings,
  adapter: Adapter,
  { before, to, lock, isAllowed }: Move,
): Promise<AdapterUser> {
  const { id, email, emailVerified } = before
  const move = async () => {
    const owner = await userByEmail(adapter, to.email)
    if (owner && !isSameId(owner.id, id) && !(await removeUnfinished(adapter, owner)))
      throw new AuthError("Verification", "The address belongs to another user by now")
    if (email && emailVerified) await markAddressLeft(settings, adapter, email)
    const moved = await updateUser(adapter, { id, ...to })
    try {
      requireHeld(lock)
      if (isAllowed && !(await isAllowed()))
        throw new AuthError("Verification", "The user was signed out during the change")
    } catch (error) {
      await updateUser(adapter, { id, email, emailVerified })
      throw error
    }
    return moved
  }
  return hasTransaction(adapter) ? move() : withAddressClaim(settings, to.email, move)
}
