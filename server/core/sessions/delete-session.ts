import type { Adapter, AdapterSession } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { deleteSessionRecord } from "./session-records.ts"
import { unlessDeleted } from "../users/users.ts"

/** Deletes a session and returns it if the adapter does. Doesn't throw if the session is already gone. */
export async function deleteStoredSession(adapter: Adapter, key: string): Promise<AdapterSession | null> {
  const deleteSession = requireOperation(adapter, "deleteSession")
  const deleted = await unlessDeleted(adapter, key, () => deleteSession(key))
  await deleteSessionRecord(adapter, key)
  return deleted && deleted !== "gone" ? deleted : null
}

// Of several parallel rotations, one ends the old session and counts. None does after a sign-out everywhere
/** Ends a session that another one replaces. Returns whether this call ended it. */
export async function endStoredSession(adapter: Adapter, key: string): Promise<boolean> {
  const exists = adapter.wantsTokenHashes || (await requireOperation(adapter, "getSessionAndUser")(key)) !== null
  const deleted = await unlessDeleted(adapter, key, () => requireOperation(adapter, "deleteSession")(key))
  await deleteSessionRecord(adapter, key)
  if (deleted === "gone" || !exists) return false
  return !adapter.wantsTokenHashes || Boolean(deleted) // other adapters may return nothing
}
