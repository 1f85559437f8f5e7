import type { Adapter } from "../adapters/contract.ts"
import type { Awaitable } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"

/**
 * What `change` answers of the session with this key; "gone" where there is none any more. Adapters of others may throw then,
 * as Prisma's does, and of two requests at once the later one would fail for nothing.
 *
 * @throws what `change` threw, where the session is still there or the database does not answer
 */
export async function unlessDeleted<T>(adapter: Adapter, key: string, change: () => Awaitable<T>): Promise<T | "gone"> {
  try {
    return await change()
  } catch (error) {
    if (adapter.wantsTokenHashes || (await requireOperation(adapter, "getSessionAndUser")(key))) throw error
    return "gone"
  }
}
