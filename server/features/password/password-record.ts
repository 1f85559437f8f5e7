import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { changeRecord } from "../../core/proofs/change-record.ts"
import {
  FIRST_EPOCH,
  changePasswordData,
  newEpoch,
  readPassword,
  UNREADABLE_EPOCH,
  type PasswordData,
  type StoredPassword,
} from "../../core/users/security-state.ts"
import { AuthError } from "../../errors.ts"

/**
 * Returns whether a proof of the mailbox may set a new password. Without one before, the password would be a second
 * door, past the second factor of the user's provider.
 */
export function mayReset(stored: Pick<PasswordData, "hash" | "epoch" | "resettable"> | null): boolean {
  return stored !== null && (stored.hash !== null || stored.resettable === true || stored.epoch === UNREADABLE_EPOCH)
}

/** A new password. */
interface NewPassword {
  userId: string
  /** `null` removes the password. */
  hash: string | null
  /** Whether a proof of the mailbox sets it. */
  byEmail: boolean
  /** The epoch in which the change was allowed. If it changed since, nothing is written. */
  epoch: string
  /** Milliseconds since the epoch of Unix. */
  now: number
  /** Whether sessions and devices stay. Only for the first password of a signed-in user. @default false */
  keepEpoch?: boolean
}

/**
 * Sets, replaces or removes a password and starts a new epoch, in one write. So all sessions, devices, attempts and
 * links end with the old password, and two resets can't both win. Returns the new epoch, or `undefined` if the epoch
 * isn't `epoch` anymore.
 */
export async function writePassword(
  store: AccountRecordOperations,
  { userId, hash, byEmail, epoch, now, keepEpoch = false }: NewPassword,
): Promise<string | undefined> {
  const nextEpoch = keepEpoch ? epoch : newEpoch()
  const written: PasswordData = { hash, epoch: nextEpoch, setAt: now, byEmail, withFactor: undefined }
  if (epoch === FIRST_EPOCH) {
    const data = JSON.stringify(written)
    const record = { kind: "password", id: userId, userId, data, expires: null } as const
    if (await store.createAccountRecord(record)) return nextEpoch
  }
  return changeRecord(store, { kind: "password", id: userId }, async (record) => {
    const current = readPassword(record, userId)
    if (record && record.userId !== userId) throw new AuthError("AdapterError", "The password belongs to another user")
    if (!current || current.epoch !== epoch || current.disabledAt !== undefined) return { result: undefined }
    // A new password cancels no deletion
    const { record: _, ...kept } = current
    const resettable = hash !== null && mayReset(current)
    return { update: { data: JSON.stringify({ ...kept, ...written, resettable }) }, result: nextEpoch }
  })
}

/**
 * Removes the user's password, if there is one and `isSuspect` returns true for it. Starts a new epoch in the same
 * write, so that a change of that password that is on its way writes nothing.
 */
export async function removePasswordIf(
  store: AccountRecordOperations,
  userId: string,
  isSuspect: (data: PasswordData) => boolean,
): Promise<void> {
  await changePasswordData(store, userId, (data) => {
    const isRemoved = data.hash !== null && isSuspect(data)
    return { data: isRemoved ? { ...data, hash: null, epoch: newEpoch() } : undefined, result: undefined }
  })
}

/**
 * Replaces a hash by a new one of the same password. Writes nothing if the record changed since it was read, so that a
 * slow sign-in never writes an old password back.
 */
export async function rehashPassword(
  store: AccountRecordOperations,
  { record, ...stored }: StoredPassword,
  hash: string,
): Promise<boolean> {
  const { kind, id, version } = record
  return store.updateAccountRecord({ kind, id, version, expires: null, data: JSON.stringify({ ...stored, hash }) })
}

/** Lets a reset set a password again, after someone else than the user removed it. */
export async function allowReset(store: AccountRecordOperations, userId: string): Promise<void> {
  await changePasswordData(store, userId, (data) => ({ data: { ...data, resettable: true }, result: undefined }))
}
