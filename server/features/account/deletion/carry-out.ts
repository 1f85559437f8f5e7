import type { AccountRecordOperations } from "../../../adapters/account-record.ts"
import { asError, AuthError } from "../../../errors.ts"
import { startDeletion } from "../../../core/users/closing.ts"
import { listRequests, takeRequest, type DeletionRequest } from "../../../core/users/deletion-requests.ts"
import { loadPassword } from "../../../core/users/security-state.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { userById } from "../../../core/users/users.ts"
import { sendNotice } from "../../../core/emails/notice.ts"
import { openEmailUndo } from "../../../core/users/undo/records.ts"
import { hasAccountRecords } from "../../../adapters/required.ts"
import { finishDeletion } from "../../../core/users/deletion/delete-user.ts"

/** Milliseconds after which a request counts as lost if its account wasn't closed: the server stopped in between. */
const LOST_AFTER = 10 * 60 * 1000

/**
 * Deletes all accounts that are due, and finishes the deletions whose server stopped. A failure is logged, and the next
 * call tries again.
 *
 * @returns the number of deleted users
 */
export async function carryOutDeletions(context: ActionContext): Promise<number> {
  const { adapter, logger } = context.settings
  if (!hasAccountRecords(adapter)) return 0
  const counted = { deleted: 0 }
  for (const request of await listRequests(adapter)) {
    try {
      if (await carryOut(context, adapter, request)) counted.deleted++
    } catch (thrown) {
      const err = asError(thrown)
      logger.error(new AuthError("AdapterError", `An account that is due was not deleted: ${err.message}`, { err }))
    }
  }
  return counted.deleted
}

async function carryOut(
  context: ActionContext,
  store: AccountRecordOperations,
  request: DeletionRequest,
): Promise<boolean> {
  const { adapter, now } = context.settings
  const { userId } = request
  if (!request.started && (request.due > now() || (await openEmailUndo(context, userId)))) return false
  if (!request.started && !(await startDeletion(store, { userId, now: now() }))) {
    await dropIfLost(context, store, request)
    return false
  }
  const user = adapter ? await userById(adapter, userId) : null
  return deleteClosed(context, store, { request, user })
}

/**
 * Deletes a user whose account is closed and due, and tells the address that was proven at the request. Of several
 * parallel calls, one returns `true`.
 */
export async function deleteClosed(
  context: ActionContext,
  store: AccountRecordOperations,
  { request, user }: Parameters<typeof finishDeletion>[2],
): Promise<boolean> {
  if (!(await finishDeletion(context, store, { request, user }))) return false
  sendNotice(inLanguage(context, request.language), request.email, { kind: "account-deleted" })
  return true
}

// Another user's request may carry out the deletion, so nothing of it may be in the email
function inLanguage(context: ActionContext, language = ""): ActionContext {
  const headers = new Headers({ "accept-language": language })
  return { ...context, headers, provider: undefined, request: new Request(context.site.url, { headers }) }
}

// The request is stored before the account is closed. If the server stopped in between, the account stays as it was
async function dropIfLost(
  { settings }: ActionContext,
  store: AccountRecordOperations,
  { userId, at }: DeletionRequest,
): Promise<void> {
  const stored = await loadPassword(store, userId)
  if (stored?.closing || at > settings.now() - LOST_AFTER) return
  await takeRequest(store, userId)
}
