import type { Adapter } from "../adapters/contract.ts"
import type { Awaitable } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"

/**
 * Returns the result of `change`, or "gone" if the session with this key no longer exists. Other adapters may throw
 * then, as Prisma's does, and the later of two parallel requests would fail.
 *
 * @throws what `change` threw, if the session still exists or the database doesn't respond
 */
export async function unlessDeleted<T>(adapter: Adapter, key: string, change: () => Awaitable<T>): Promise<T | "gone"> {
  try {
    return await change()
  } catch (error) {
    if (adapter.wantsTokenHashes || (await requireOperation(adapter, "getSessionAndUser")(key))) throw error
    return "gone"
  }
}
