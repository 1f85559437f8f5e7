import type { User } from "../../../client/contract.ts"
import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { hasAccountRecords, requireAdapter } from "../../adapters/required.ts"
import { markDeleted, startDeletionNow } from "../../factors/closing.ts"
import {
  findRequest,
  startRequest,
  storeRequest,
  takeRequest,
  type DeletionRequest,
} from "../../factors/deletion-requests.ts"
import { emitEvent } from "../../http/app-callbacks.ts"
import type { EventContext } from "../../http/emit.ts"
import { userById } from "../../sessions/users.ts"
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
  await startDeletionNow(adapter, { userId, now })
  return (await finishDeletion(context, adapter, { userId, user })) !== undefined
}

/** A deletion that started. */
interface StartedDeletion {
  userId: string
  /** `null` if the row is gone already. */
  user: User | null
}

/**
 * Deletes what is left of a user whose deletion started. Emits the event in one of several parallel calls.
 *
 * @returns the request, in the call that emitted the event
 */
export async function finishDeletion(
  context: EventContext,
  store: AccountRecordOperations,
  { userId, user }: StartedDeletion,
): Promise<DeletionRequest | undefined> {
  const { settings } = context
  await startRequest(store, userId)
  await deleteRows(settings, userId)
  await markDeleted(store, { userId, now: settings.now() })
  const request = await takeRequest(store, userId)
  if (!request) return undefined
  await emitEvent(context, "deleteUser", { user: user ?? { id: userId, email: request.email } })
  return request
}

async function deleteWithoutRecords(context: EventContext, user: User & { id: string }): Promise<boolean> {
  await deleteRows(context.settings, user.id)
  await emitEvent(context, "deleteUser", { user })
  return true
}
