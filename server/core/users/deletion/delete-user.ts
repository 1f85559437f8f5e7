import type { User } from "../../../../client/contract.ts"
import type { AccountRecordOperations } from "../../../adapters/account-record.ts"
import type { Adapter } from "../../../adapters/contract.ts"
import { hasAccountRecords, requireAdapter } from "../../../adapters/required.ts"
import { markDeleted, startDeletionNow, wasDeleted } from "../closing.ts"
import { findRequest, startRequest, storeRequest, takeRequest, type DeletionRequest } from "../deletion-requests.ts"
import { emitEvent, type EventContext } from "../../request/emit.ts"
import { userById } from "../users.ts"
import { deleteRows } from "./delete-rows.ts"

/**
 * Deletes a user at once, with everything that belongs to them, and emits `deleteUser`. The caller checks first
 * whether it may. All sessions end before the first row is deleted. If the server stops meanwhile, the next call
 * finishes it.
 *
 * @returns `false` if there is no such user, or a parallel call deletes them
 * @throws {AuthError} `MissingAdapter`; `MissingAdapterMethods` if the adapter has no `deleteUser`; `AdapterError` if
 *   `deleteUser` leaves the user
 */
export async function deleteUser(context: EventContext, userId: string): Promise<boolean> {
  const { settings } = context
  const adapter = requireAdapter(settings.adapter, "Deleting a user")
  const user = await userById(adapter, userId)
  if (!hasAccountRecords(adapter)) return user ? deleteWithoutRecords(context, user) : false
  if (!user && !(await findRequest(adapter, userId))) return false
  const now = settings.now()
  await storeRequest(adapter, { userId, at: now, due: now, ...(user?.email && { email: user.email }) })
  const request = await openRequest(adapter, userId)
  if (!request) return false
  await startDeletionNow(adapter, { userId, now })
  return finishDeletion(context, adapter, { request, user })
}

/**
 * Returns the request of a user whose deletion isn't over. A call may have stored one after a parallel call had deleted
 * the user. That one is removed.
 */
export async function openRequest(
  adapter: Adapter & AccountRecordOperations,
  userId: string,
): Promise<DeletionRequest | undefined> {
  const request = await findRequest(adapter, userId)
  if (!request || request.started || (await userById(adapter, userId))) return request
  const latest = await findRequest(adapter, userId) // a parallel call may have started it meanwhile
  if (!latest || latest.started || !(await wasDeleted(adapter, userId))) return latest
  await takeRequest(adapter, userId)
  return undefined
}

interface StartedDeletion {
  request: DeletionRequest
  /** `null` if the row is gone already. */
  user: (User & { id: string }) | null
}

/**
 * Deletes what is left of a user whose deletion started. Emits the event in one of several parallel calls, which
 * returns `true`.
 */
export async function finishDeletion(
  context: EventContext,
  store: AccountRecordOperations,
  { request, user }: StartedDeletion,
): Promise<boolean> {
  const { settings } = context
  const { userId, key, email } = request
  await startRequest(store, request)
  await deleteRows(settings, userId)
  await markDeleted(store, { userId, now: settings.now() })
  const ownRequest = await takeRequest(store, userId)
  if (!ownRequest || ownRequest.key !== key) return false
  await emitEvent(context, "deleteUser", { user: user ?? { id: userId, email } })
  return true
}

async function deleteWithoutRecords(context: EventContext, user: User & { id: string }): Promise<boolean> {
  await deleteRows(context.settings, user.id)
  await emitEvent(context, "deleteUser", { user })
  return true
}
