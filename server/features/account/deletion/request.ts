import type { AdapterUser } from "../../../adapters/contract.ts"
import { closeAccount, reopenAccount, startDeletion } from "../../../core/users/closing.ts"
import { securityEpoch } from "../../../core/users/security-state.ts"
import { storeRequest, takeRequest, type DeletionRequest } from "../../../core/users/deletion-requests.ts"
import { decide } from "../../../core/config/decisions.ts"
import { emit } from "../../../core/request/emit.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { isSameId, userById } from "../../../core/users/users.ts"
import { endOldCredentials } from "../../../core/methods/end-credentials.ts"
import { accountRecords } from "../../../core/proofs/records.ts"
import { sendNotice } from "../../../core/emails/notice.ts"
import { isProvenAddress, openEmailUndo } from "../../../core/users/undo/records.ts"
import { deleteClosed } from "./carry-out.ts"
import { openRequest } from "../../../core/users/deletion/delete-user.ts"

const DAY = 24 * 60 * 60 * 1000

/** Why a deletion was rejected, as `POST account` reports it. */
export type DeletionRejection = "SessionRequired" | "DeletionRejected" | "UndoOpen"

/**
 * Deletes the account of a user who confirmed who they are, or closes it until it is due. Either way all sessions end
 * in one write. Of several parallel calls, one returns `undefined`, which is the success.
 */
export async function requestDeletion(context: ActionContext, userId: string): Promise<DeletionRejection | undefined> {
  const { settings } = context
  const store = accountRecords(context)
  const user = settings.adapter ? await userById(settings.adapter, userId) : null
  const epoch = await securityEpoch(settings, userId)
  // After the epoch was read, so that whatever ends the session meanwhile stops the deletion too
  const session = await context.sessions.lookup(context)
  if (!user || session.kind === "none" || !isSameId(session.userId, userId)) return "SessionRequired"
  if (await openEmailUndo(context, userId)) return "UndoOpen"
  if (!(await mayDelete(context, user))) return "DeletionRejected"
  const now = settings.now()
  const due = now + (settings.account.deletion?.graceDays ?? 0) * DAY
  const language = context.headers.get("accept-language")?.slice(0, 200)
  const request: DeletionRequest = {
    userId,
    due,
    at: now,
    ...(user.email && (await isProvenAddress(context.settings, user)) && { email: user.email }),
    ...(language && { language }),
  }
  await storeRequest(store, request)
  if (!(await closeAccount(store, { userId, now, due, epoch }))) {
    await openRequest(store, userId)
    return "SessionRequired"
  }
  await storeRequest(store, request) // a sweep may have dropped it as lost
  if (await openEmailUndo(context, userId)) return rejectForUndo(context, userId)
  const open = await openRequest(store, userId)
  if (due > now) await announce(context, user, new Date(due))
  else if (open && (await startDeletion(store, { userId, now })))
    await deleteClosed(context, store, { request: open, user })
  return undefined
}

// A change of the address was confirmed in between. Its undo must stay possible
async function rejectForUndo(context: ActionContext, userId: string): Promise<"UndoOpen"> {
  const store = accountRecords(context)
  if (await reopenAccount(store, userId)) await takeRequest(store, userId)
  return "UndoOpen"
}

/** Tells the user how to keep the account, and deletes what the closed account no longer needs. */
async function announce(context: ActionContext, user: AdapterUser, expires: Date): Promise<void> {
  await endOldCredentials(context, user)
  await emit(context, { type: "deletionRequested", userId: user.id })
  if (await isProvenAddress(context.settings, user))
    sendNotice(context, user.email, { kind: "deletion-requested", url: `${context.site.url}/deletion`, expires })
}

async function mayDelete({ settings }: ActionContext, user: AdapterUser): Promise<boolean> {
  const { beforeDelete } = settings.callbacks
  if (!beforeDelete) return true
  return (await decide(settings, "beforeDelete", () => beforeDelete({ user }))) === true
}

/**
 * Keeps an account that waits for its deletion. Returns the user's new security epoch, or `undefined` if the deletion
 * started or a parallel call keeps the account.
 */
export async function cancelDeletion(context: ActionContext, userId: string): Promise<string | undefined> {
  const store = accountRecords(context)
  const epoch = await reopenAccount(store, userId)
  if (epoch === undefined) return undefined
  await takeRequest(store, userId)
  await emit(context, { type: "deletionCanceled", userId })
  return epoch
}
