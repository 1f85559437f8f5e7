import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { AuthError } from "../errors.ts"
import { isSameId, updateUser, userByEmail } from "../sessions/users.ts"
import { addressKey, runInOrder } from "./atomically.ts"

/**
 * Gives a user another address, unless it belongs to another user by now. A table may have no unique key on addresses.
 * So without transactions, a first sign-in with the address waits for this, and this for it.
 *
 * @throws {AuthError} `Verification` if another user has the address
 */
export function moveToAddress(
  adapter: Adapter,
  user: Pick<AdapterUser, "id" | "email" | "emailVerified">,
): Promise<AdapterUser> {
  const key = () => addressKey(user.email)
  return runInOrder(adapter, key, async () => {
    const owner = await userByEmail(adapter, user.email)
    if (owner && !isSameId(owner.id, user.id))
      throw new AuthError("Verification", "The address belongs to another user by now")
    return updateUser(adapter, user)
  })
}
