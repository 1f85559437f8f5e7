import type { AdapterUser } from "../../../adapters/contract.ts"
import { withAddressLock, type HeldLock } from "../../../core/users/atomically.ts"
import { moveToAddress } from "../../../core/users/move-address.ts"
import { endOldCredentials } from "../../../core/methods/end-credentials.ts"
import { accountRecords } from "../../../core/proofs/records.ts"
import { emailAddressChanged, prepareEmailUndo, wasProven, type PreparedUndo } from "../undo/prepare-email.ts"
import { pendingEmails } from "../../../core/mailbox/pending-email.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { asError, AuthError } from "../../../errors.ts"
import { isCurrentEpoch, moveEpoch, renewEpoch, securityEpoch } from "../../../core/users/security-state.ts"
import { emit, emitEvent } from "../../../core/request/emit.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { replaceSession } from "../../../core/sessions/give-proof.ts"
import { isStoredSession } from "../../../core/sessions/stored-session.ts"
import { reserveAddress } from "../../../core/users/reserved-address.ts"
import type { LiveSession } from "../../../core/request/strategy.ts"
import { userById, userStore } from "../../../core/users/users.ts"
import { voidMagicLinks } from "../../../core/mailbox/tokens.ts"
import type { Pending } from "../../../core/mailbox/pending.ts"
import { findTaken } from "../../../core/mailbox/account-email.ts"

interface EmailChange {
  session: LiveSession
  pending: Pending
}

/**
 * Gives a user the address whose mailbox was just proven. Ends everything that belongs to the old address, and all
 * other sessions, before the address changes. A retry after a crash finishes the change.
 *
 * @returns `undefined` if another change was faster, or the address was taken meanwhile
 */
export async function commitEmailChange(
  context: ActionContext,
  { session, pending }: EmailChange,
): Promise<{ user: AdapterUser; cookies: readonly SetCookie[] } | undefined> {
  const { settings } = context
  const userId = String(pending.record.userId)
  const changed = await withAddressLock(settings, userId, async (lock) => {
    const prepared = await prepare(context, pending)
    if (!prepared) return undefined
    await settings.adapter?.deleteSessions?.(prepared.before.id, session.key)
    const user = await changeAddress(context, prepared, { lock, session })
    if (user && pending.data.from) await voidMagicLinks(context, pending.data.from)
    if (user && prepared.undo.data.from !== "") await emailAddressChanged(context, user, prepared.undo)
    // Last, so that a retry after a crash finishes the change
    await accountRecords(context).takeAccountRecord("pending-change", pending.record.id)
    return user && { user, epoch: prepared.undo.data.epoch }
  })
  if (!changed) return undefined
  const { user, epoch } = changed
  const token = session.token && { ...session.token, email: pending.data.email }
  const { cookies, key } = await replaceSession(context, { ...session, ...(token && { token }) }, { epoch })
  await endOldCredentials(context, user, { currentSession: key })
  await emitEvent(context, "updateUser", { user })
  await emit(context, { type: "emailChanged", userId })
  return { user, cookies }
}

interface Prepared {
  before: AdapterUser
  undo: PreparedUndo
}

// Decides whether the change may happen, and stores how to undo it before anything changes
async function prepare(context: ActionContext, { data, record }: Pending): Promise<Prepared | undefined> {
  const { settings } = context
  const { from = "", email: to } = data
  const userId = String(record.userId)
  const before = await userById(userStore(settings), userId)
  const [newest] = await pendingEmails(context, userId)
  if (!before || newest?.record.id !== record.id) return undefined
  const isRetry = before.email === to
  if (!isRetry && before.email !== from) return undefined
  if (!isRetry && (await findTaken(settings, { email: to, userId }))) return undefined
  const undo = await prepareEmailUndo(context, { user: before, from, to, id: record.id })
  const epoch = await securityEpoch(settings, userId)
  if (epoch === undo.data.epoch) return { before, undo } // a process died after it had started the epoch
  if (isRetry) return undefined
  const move = { userId, epoch, next: undo.data.epoch, now: settings.now() }
  if (epoch === (data.epoch ?? "") && (await moveEpoch(accountRecords(context), move))) return { before, undo }
  await dropUndo(context, userId, undo)
  return undefined
}

// The change is over before anything changed. The user may even be deleted meanwhile, and nothing of theirs may stay
async function dropUndo(context: ActionContext, userId: string, { id, data }: PreparedUndo): Promise<void> {
  if ((await securityEpoch(context.settings, userId)) === data.epoch) return // another process goes on with the change
  await accountRecords(context).takeAccountRecord("undo", id)
}

async function changeAddress(
  context: ActionContext,
  prepared: Prepared,
  { lock, session }: { lock: HeldLock; session: LiveSession },
): Promise<AdapterUser | undefined> {
  const { settings } = context
  const { before, undo } = prepared
  const store = accountRecords(context)
  const userId = before.id
  const { from, to, epoch } = undo.data
  const isAllowed = async () =>
    (await isCurrentEpoch(settings, userId, epoch)) && (await isStoredSession(settings, session.key))
  // A reservation of another person's address would keep them out
  if (from !== "" && (await wasProven(settings, before, undo.data)))
    await reserveAddress(store, settings, { email: from, userId, until: undo.expires })
  const emailVerified = before.emailVerified ?? new Date(settings.now()) // sessions of a reclaimed user depend on it
  try {
    const address = { email: to, emailVerified }
    return await moveToAddress(settings, userStore(settings), { before, to: address, lock, isAllowed })
  } catch (thrown) {
    const err = asError(thrown)
    settings.logger.error(new AuthError("AdapterError", `The address was not changed: ${err.message}`, { err }))
    await store.takeAccountRecord("undo", undo.id)
    // If the user had the address for a moment, its mailbox may have opened a session
    await renewEpoch(store, { userId, now: settings.now() })
    await settings.adapter?.deleteSessions?.(userId)
    return undefined
  }
}
