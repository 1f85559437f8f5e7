import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { AuthError } from "../../errors.ts"
import { changePasswordData, newEpoch } from "./security-state.ts"

/**
 * Milliseconds for which a deleted user is remembered by id. No session cookie lives longer than 400 days, so no
 * session of theirs outlives it.
 */
const REMEMBERED = 400 * 24 * 60 * 60 * 1000

/** A user, and the time in milliseconds since the epoch of Unix. */
interface Closing {
  userId: string
  now: number
}

/**
 * Closes a user's account until it is deleted. In the same write all of the user's sessions, devices, attempts and
 * links end. Returns `false` if it is closed already, or the user's security epoch isn't `epoch` anymore. Then
 * something, such as an undo or a reset, has ended the session that asked for it.
 */
export async function closeAccount(
  store: AccountRecordOperations,
  { userId, now: at, due, epoch }: Closing & { due: number; epoch: string },
): Promise<boolean> {
  const isClosed = await changePasswordData(store, userId, (data) =>
    data.closing || data.epoch !== epoch
      ? { result: false }
      : { data: { ...data, epoch: newEpoch(), closing: { at, due } }, result: true },
  )
  return isClosed === true
}

/**
 * Opens an account that waits for its deletion. All sessions end, unless they get the new epoch that it returns.
 * Returns `undefined` if the account doesn't wait for one. Of a parallel {@link startDeletion}, exactly one succeeds.
 */
export async function reopenAccount(store: AccountRecordOperations, userId: string): Promise<string | undefined> {
  const epoch = newEpoch()
  return changePasswordData(store, userId, ({ closing, ...data }) =>
    closing && !closing.started ? { data: { ...data, epoch }, result: epoch } : { result: undefined },
  )
}

/**
 * Marks an account as being deleted, if it is due. From then on it can't be opened again. Returns `false` if it isn't
 * closed, or not yet due.
 */
export async function startDeletion(store: AccountRecordOperations, { userId, now }: Closing): Promise<boolean> {
  const isStarted = await changePasswordData(store, userId, (data) => {
    const { closing } = data
    if (!closing || closing.due > now) return { result: false }
    if (closing.started) return { result: true }
    return { data: { ...data, epoch: newEpoch(), closing: { ...closing, started: true } }, result: true }
  })
  return isStarted === true
}

/** Marks an account as being deleted now, whether or not it is closed. */
export async function startDeletionNow(store: AccountRecordOperations, { userId, now }: Closing): Promise<void> {
  const closing = { at: now, due: now, started: true }
  await changePasswordData(store, userId, (data) => ({
    data: data.closing?.started ? undefined : { ...data, epoch: newEpoch(), closing },
    result: undefined,
  }))
}

export async function wasDeleted(store: AccountRecordOperations, userId: string): Promise<boolean> {
  return (await store.getAccountRecord("password", userId))?.userId === null
}

/**
 * How often another writer may store something of the user before this gives up. Each one had to begin before the
 * deletion.
 */
const MAX_TRIES = 50

/**
 * Stores that the user with this id was deleted, after all other records of the user. If a database uses the id again,
 * no session or link of the deleted user counts for the new one. Replaces a first password that a request has set
 * meanwhile: it finds no record, as before the deletion, and its session would go on.
 *
 * @throws {AuthError} `AdapterError` if other writers are always faster
 */
export async function markDeleted(store: AccountRecordOperations, { userId, now }: Closing): Promise<void> {
  const data = JSON.stringify({ hash: null, epoch: newEpoch(), setAt: now })
  const expires = new Date(now + REMEMBERED)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (await store.createAccountRecord({ kind: "password", id: userId, userId: null, data, expires })) return
    const stored = await store.getAccountRecord("password", userId)
    if (stored?.userId === null) return // a parallel deletion has stored it
    if (stored) await store.takeAccountRecord("password", userId)
  }
  throw new AuthError("AdapterError", "The deletion of a user could not be stored, because other requests changed it")
}
