import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import type { Proof } from "../request/proofs.ts"
import { base64url, randomBytes } from "../crypto/bytes.ts"
import { changeRecord, parseJson } from "../proofs/change-record.ts"
import { findRequest } from "./deletion-requests.ts"

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

/** The epoch of a user whose password was never reset or changed. */
export const FIRST_EPOCH = ""
/** The epoch of a record that can't be read. No session belongs to it. */
export const UNREADABLE_EPOCH = "unreadable"
const NO_PASSWORD: PasswordData = { hash: null, epoch: FIRST_EPOCH, setAt: 0 }

/** Returns a user's password. `hash` is `null` if the user has none, or the record can't be read. */
export async function loadPassword(store: AccountRecordOperations, userId: string): Promise<StoredPassword | null> {
  return readPassword(await store.getAccountRecord("password", userId), userId)
}

/** Stores the hash of a user who has no password record, in the first epoch. Returns whether there was none. */
export async function createPassword(
  store: Pick<AccountRecordOperations, "createAccountRecord">,
  userId: string,
  hash: string,
): Promise<boolean> {
  const data = JSON.stringify({ ...NO_PASSWORD, hash })
  return store.createAccountRecord({ kind: "password", id: userId, userId, data, expires: null })
}

/** Reads a record. Without a hash, and of no epoch that counts, if it can't be read. */
export function readPassword(record: AccountRecord | null, userId: string): StoredPassword | null {
  if (!record) return null
  const data = record.userId === userId ? parseJson(passwordData, record.data) : undefined
  return { ...(data ?? { hash: null, epoch: UNREADABLE_EPOCH, setAt: 0 }), record }
}

/** Whether what belongs to a user's security epoch counts. */
export interface SecurityState extends Pick<PasswordData, "epoch" | "closing" | "disabledAt"> {
  /** Whether the user is deleted, is being deleted, or is disabled. */
  readonly isGone: boolean
}

/**
 * Returns the user's security state. Reads nothing unless {@link Settings.keepsEpoch}.
 *
 * @param stored the user's password record, if it was read already
 */
export async function securityState(
  settings: Settings,
  userId: string | undefined,
  stored?: AccountRecord | null,
): Promise<SecurityState> {
  const { adapter } = settings
  if (userId === undefined || !adapter?.getAccountRecord || !settings.keepsEpoch)
    return { epoch: FIRST_EPOCH, isGone: false }
  const record = stored === undefined ? await adapter.getAccountRecord("password", userId) : stored
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
 * link of an earlier epoch no longer counts. Reads nothing unless {@link Settings.keepsEpoch}.
 */
export async function securityEpoch({ adapter, keepsEpoch }: Settings, userId: string | undefined): Promise<string> {
  if (userId === undefined || !adapter?.getAccountRecord || !keepsEpoch) return FIRST_EPOCH
  return (readPassword(await adapter.getAccountRecord("password", userId), userId) ?? NO_PASSWORD).epoch
}

/** Returns whether something of this epoch still counts. Nothing of a deleted user does. */
export async function isCurrentEpoch(
  settings: Settings,
  userId: string | undefined,
  epoch = FIRST_EPOCH,
): Promise<boolean> {
  if (!settings.keepsEpoch) return true
  const state = await securityState(settings, userId)
  return !state.isGone && state.epoch === epoch
}

export const newEpoch = (): string => base64url(randomBytes(12))

/** Starts a new epoch and keeps the password. All sessions, devices, attempts and links of the user end. */
export async function renewEpoch(
  store: AccountRecordOperations,
  { userId }: { userId: string; now: number },
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
  { userId, epoch, next, now }: { userId: string; epoch: string; next: string; now: number },
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
 * Removes the user's password and starts a new epoch, also without a password: a first one may be on its way. A
 * disabled user stays disabled, and an account that waits for its deletion still waits. Returns whether there was one.
 */
export async function clearPassword(store: AccountRecordOperations, userId: string): Promise<boolean> {
  const cleared: PasswordData = { ...NO_PASSWORD, epoch: newEpoch() }
  const key = { kind: "password", id: userId } as const
  if (await store.createAccountRecord({ ...key, userId, data: JSON.stringify(cleared), expires: null })) return false
  return changeRecord(store, key, async (stored) => {
    const { hash, closing, disabledAt } =
      (stored?.userId === userId && parseJson(passwordData, stored.data)) || NO_PASSWORD
    const data = JSON.stringify({ ...cleared, closing, disabledAt })
    return { result: hash !== null, ...(stored?.userId === userId && { update: { data } }) }
  })
}

/** Returns whether the user is disabled. Reads it with `store`, which may be the adapter of a transaction. */
export async function isDisabled(store: Partial<AccountRecordOperations>, userId: string): Promise<boolean> {
  const record = (await store.getAccountRecord?.("password", userId)) ?? null
  return readPassword(record, userId)?.disabledAt !== undefined
}

/**
 * Returns whether only a proof of the mailbox stands behind the user's password. A code by email then isn't a second
 * factor. It is one again once the password was used together with another factor.
 */
export async function isPasswordOfMailbox(settings: Settings, userId: string): Promise<boolean> {
  const { adapter } = settings
  if (!hasAccountRecords(adapter) || !settings.passwords) return false
  const stored = await loadPassword(adapter, userId)
  return stored?.byEmail === true && stored.withFactor !== true
}

/** Stores that a sign-in of this epoch used the password and then another factor than the mailbox, if it did. */
export async function storePasswordUse(
  store: AccountRecordOperations,
  { userId, epoch, proofs: [first, ...others] }: { userId: string; epoch: string; proofs: readonly Proof[] },
): Promise<void> {
  if (first?.kind !== "password" || !others.some(({ kind }) => kind !== "email")) return
  await changePasswordData(store, userId, (data) => ({
    data: data.byEmail && !data.withFactor && data.epoch === epoch ? { ...data, withFactor: true } : undefined,
    result: undefined,
  }))
}

/**
 * Disables a user, or enables them again without `at`. Either starts a new security epoch in the same write. So nothing
 * from before, and nothing that began while the user was disabled, ever counts again.
 *
 * @returns `false`, and changes nothing, if the user is in that state already
 */
export async function setDisabled(
  store: AccountRecordOperations,
  { userId, at }: { userId: string; at: number | undefined },
): Promise<boolean> {
  const isChanged = await changePasswordData(store, userId, ({ disabledAt: before, ...data }) => {
    if ((before === undefined) === (at === undefined)) return { result: false }
    const changed = { ...data, epoch: newEpoch() }
    return { data: at === undefined ? changed : { ...changed, disabledAt: at }, result: true }
  })
  return isChanged === true
}

/** Returns when a user was disabled, or `null`. */
export async function disabledAt(settings: Settings, userId: string): Promise<Date | null> {
  if (!settings.canDisable) return null
  const { disabledAt: at } = await securityState(settings, userId)
  return at === undefined ? null : new Date(at)
}
