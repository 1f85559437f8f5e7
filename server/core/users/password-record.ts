import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Settings } from "../config/settings.ts"
import { base64url } from "../crypto/bytes.ts"
import { randomBytes } from "../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import { changeRecord } from "../proofs/change-record.ts"
import { findRequest } from "./deletion-requests.ts"
import { parseJson } from "../proofs/parse-json.ts"
import { FIRST_EPOCH, keepsEpoch } from "./security-epoch.ts"

const passwordData = v.object({
  /** `null` after the password was removed. The epoch stays. */
  hash: v.nullable(v.string()),
  epoch: v.string(),
  /** When the password was set. Milliseconds since the epoch of Unix. */
  setAt: v.number(),
  /** Whether a proof of the mailbox set it. */
  byEmail: v.optional(v.boolean()),
  /** Whether a reset may set a password after this one is gone: it replaced one, or someone else removed it. */
  resettable: v.optional(v.boolean()),
  /** Whether a sign-in used it together with another factor than the mailbox. */
  withFactor: v.optional(v.boolean()),
  /** The deletion of the account. Until it happens, the user can only cancel it. Times in milliseconds. */
  closing: v.optional(v.object({ at: v.number(), due: v.number(), started: v.optional(v.boolean()) })),
  /** When the user was disabled. Milliseconds since the epoch of Unix. */
  disabledAt: v.optional(v.number()),
})

/** The content of a user's password record. */
export type PasswordData = v.InferOutput<typeof passwordData>

/** A user's password, and the epoch that their sessions, devices, attempts and links belong to. */
export interface StoredPassword extends PasswordData {
  readonly record: AccountRecord
}

/** The epoch of a record that can't be read. No session belongs to it. */
const UNREADABLE_EPOCH = "unreadable"
const NO_PASSWORD: PasswordData = { hash: null, epoch: FIRST_EPOCH, setAt: 0 }

/** Returns a user's password. `hash` is `null` if the user has none, or the record can't be read. */
export async function loadPassword(store: AccountRecordOperations, userId: string): Promise<StoredPassword | null> {
  return readPassword(await store.getAccountRecord("password", userId), userId)
}

function readPassword(record: AccountRecord | null, userId: string): StoredPassword | null {
  if (!record) return null
  const data = record.userId === userId ? parseJson(passwordData, record.data) : undefined
  return { ...(data ?? { hash: null, epoch: UNREADABLE_EPOCH, setAt: 0 }), record }
}

/** Whether what belongs to a user's security epoch counts. */
export interface SecurityState extends Pick<PasswordData, "epoch" | "closing" | "disabledAt"> {
  /** Whether the user is deleted, is being deleted, or is disabled. */
  readonly isGone: boolean
}

/** Returns the user's security state. Reads nothing unless {@link keepsEpoch}. */
export async function securityState(settings: Settings, userId: string | undefined): Promise<SecurityState> {
  const { adapter } = settings
  if (userId === undefined || !adapter?.getAccountRecord || !keepsEpoch(settings))
    return { epoch: FIRST_EPOCH, isGone: false }
  const record = await adapter.getAccountRecord("password", userId)
  const { epoch, closing, disabledAt } = readPassword(record, userId) ?? NO_PASSWORD
  // Only the mark of a deleted user has no owner, so that it outlives the user's records
  const isDeleted = record
    ? record.userId === null || closing?.started === true
    : await isBeingDeleted(settings, userId)
  return { epoch, closing, disabledAt, isGone: isDeleted || disabledAt !== undefined }
}

// Between the deletion of the user's records and the mark of a deleted user, only the request is left
async function isBeingDeleted({ adapter, account, session }: Settings, userId: string): Promise<boolean> {
  // A stored session is gone together with its user
  if (!adapter?.getAccountRecord || !account.deletion || session.strategy === "database") return false
  return (await findRequest(adapter, userId))?.started === true
}

/**
 * Returns the user's security epoch. It changes with each reset and change of the password or the address. A session or
 * link of an earlier epoch no longer counts. Reads nothing unless {@link keepsEpoch}.
 */
export async function securityEpoch(settings: Settings, userId: string | undefined): Promise<string> {
  return (await securityState(settings, userId)).epoch
}

/** Returns whether something of this epoch still counts. Nothing of a deleted user does. */
export async function isCurrentEpoch(
  settings: Settings,
  userId: string | undefined,
  epoch = FIRST_EPOCH,
): Promise<boolean> {
  if (!keepsEpoch(settings)) return true
  const state = await securityState(settings, userId)
  return !state.isGone && state.epoch === epoch
}

/**
 * Returns whether a proof of the mailbox may set a new password. Without one before, the password would be a second
 * door, past the second factor of the user's provider.
 */
export function mayReset(stored: Pick<PasswordData, "hash" | "epoch" | "resettable"> | null): boolean {
  return stored !== null && (stored.hash !== null || stored.resettable === true || stored.epoch === UNREADABLE_EPOCH)
}

/** A new password. */
export interface NewPassword {
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

/** Returns a new epoch. */
export const newEpoch = (): string => base64url(randomBytes(12))

/** Starts a new epoch and keeps the password. All sessions, devices, attempts and links of the user end. */
export async function renewEpoch(
  store: AccountRecordOperations,
  { userId }: Pick<NewPassword, "userId" | "now">,
): Promise<void> {
  await changePasswordData(store, userId, (data) => ({ data: { ...data, epoch: newEpoch() }, result: undefined }))
}

/**
 * Changes a user's password record by compare-and-set, and creates it first if the user has none. Without `data` in
 * the decision, and for a record that can't be read, it writes nothing.
 */
export async function changePasswordData<Result>(
  store: AccountRecordOperations,
  userId: string,
  decide: (data: PasswordData) => { data?: PasswordData | undefined; result: Result },
): Promise<Result | undefined> {
  const key = { kind: "password", id: userId } as const
  const first = decide(NO_PASSWORD)
  const stored = first.data && JSON.stringify(first.data)
  if (stored && (await store.createAccountRecord({ ...key, userId, data: stored, expires: null }))) return first.result
  return changeRecord(store, key, async (record) => {
    const current = record?.userId === userId ? parseJson(passwordData, record.data) : undefined
    if (!current) return { result: record || stored ? undefined : first.result }
    const { data, result } = decide(current)
    return { result, ...(data && { update: { data: JSON.stringify(data) } }) }
  })
}

/**
 * Starts the epoch `next` in place of `epoch` and keeps the password. Returns `false`, and changes nothing, if the
 * user's epoch isn't `epoch` anymore.
 */
export async function moveEpoch(
  store: AccountRecordOperations,
  { userId, epoch, next, now }: Pick<NewPassword, "userId" | "epoch" | "now"> & { next: string },
): Promise<boolean> {
  const none: v.InferOutput<typeof passwordData> = { hash: null, epoch: next, setAt: now }
  const record = { kind: "password", id: userId, userId, data: JSON.stringify(none), expires: null } as const
  if (epoch === FIRST_EPOCH && (await store.createAccountRecord(record))) return true
  return changeRecord<boolean>(store, { kind: "password", id: userId }, async (stored) => {
    const data = stored?.userId === userId ? parseJson(passwordData, stored.data) : undefined
    if (data?.epoch !== epoch) return { result: false }
    return { update: { data: JSON.stringify({ ...data, epoch: next }) }, result: true }
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
  await changeRecord(store, { kind: "password", id: userId }, async (stored) => {
    const data = stored?.userId === userId ? parseJson(passwordData, stored.data) : undefined
    if (!data || data.hash === null || !isSuspect(data)) return { result: undefined }
    return { update: { data: JSON.stringify({ ...data, hash: null, epoch: newEpoch() }) }, result: undefined }
  })
}

/**
 * Removes the user's password and starts a new epoch, also without a password: a first one may be on its way. A
 * disabled user stays disabled, and an account that waits for its deletion still waits.
 */
export async function clearPassword(store: AccountRecordOperations, userId: string): Promise<void> {
  const cleared: PasswordData = { ...NO_PASSWORD, epoch: newEpoch() }
  const key = { kind: "password", id: userId } as const
  if (await store.createAccountRecord({ ...key, userId, data: JSON.stringify(cleared), expires: null })) return
  await changeRecord(store, key, async (stored) => {
    const { closing, disabledAt } = (stored?.userId === userId && parseJson(passwordData, stored.data)) || NO_PASSWORD
    const data = JSON.stringify({ ...cleared, closing, disabledAt })
    return { result: undefined, ...(stored?.userId === userId && { update: { data } }) }
  })
}

/** Returns whether the user is disabled. Reads it with `store`, which may be the adapter of a transaction. */
export async function isDisabled(store: Partial<AccountRecordOperations>, userId: string): Promise<boolean> {
  const record = (await store.getAccountRecord?.("password", userId)) ?? null
  return readPassword(record, userId)?.disabledAt !== undefined
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
