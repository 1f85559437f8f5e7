import type { AccountRecord } from "../adapters/account-record.ts"
import { base64url, type Bytes } from "../crypto/bytes.ts"
import { randomBytes } from "../crypto/hash.ts"
import { changeRecord } from "./change-record.ts"
import {
  factorName,
  isConfirmed,
  listFactorRecords,
  logUnreadable,
  readFactorData,
  toFactor,
  writeFactorData,
  type Factor,
  type FactorContext,
  type FactorTries,
  type TotpData,
} from "./records.ts"
import { isWrappedByFirst, openSecret, rewrapSecret, sealSecret, type SealSettings } from "./sealed-secret.ts"
import { lastUsableStep, MAX_USED_STEPS, createTotpSecret, verifyTotp } from "./totp.ts"

/** Milliseconds until an enrollment that wasn't confirmed is over. */
const ENROLLMENT_LIFETIME = 10 * 60 * 1000
/** The most factors of a user. */
export const MAX_FACTORS = 10
/** The most enrollments that a user hasn't confirmed. */
const MAX_ENROLLMENTS = 5

/** The user, and the session or sign-in in which they enroll a factor. No other one can confirm it. */
export interface EnrollmentOwner {
  readonly userId: string
  /** A text that only this session or sign-in has, such as the id of its row. */
  readonly enrolledIn: string
}

/** An enrollment of an authenticator app that waits for its first code. */
export interface TotpEnrollment {
  readonly id: string
  readonly secret: Bytes
}

/**
 * Starts to enroll an authenticator app. The secret isn't a factor until {@link confirmTotp}, and is gone after 10
 * minutes. Returns `undefined` if the user already has the most factors that a user may have.
 */
export async function beginTotp(
  { store, settings }: FactorContext,
  { userId, enrolledIn }: EnrollmentOwner,
): Promise<TotpEnrollment | undefined> {
  const records = await store.listAccountRecords("factor", userId)
  if (records.filter((record) => isConfirmed(record, userId)).length >= MAX_FACTORS) return undefined
  const pending = records.filter(({ expires }) => expires !== null).toSorted(byExpiry)
  for (const { id } of pending.slice(MAX_ENROLLMENTS - 1)) await store.takeAccountRecord("factor", id)
  const [id, secret, now] = [base64url(randomBytes(16)), createTotpSecret(), settings.now()]
  const sealed = await sealSecret(settings, { userId, factorId: id, enrolledIn, secret })
  const data = writeFactorData({ type: "totp", name: "", createdAt: now, sealed })
  const expires = new Date(now + ENROLLMENT_LIFETIME)
  await store.createAccountRecord({ kind: "factor", id, userId, data, expires })
  return { id, secret }
}

function byExpiry(one: AccountRecord, other: AccountRecord): number {
  return Number(other.expires) - Number(one.expires)
}

/** Returns an enrollment that waits for its first code, to show its QR code again. */
export async function pendingTotp(
  { store, settings }: FactorContext,
  { id, userId, enrolledIn }: EnrollmentOwner & { id: string },
): Promise<TotpEnrollment | undefined> {
  const pending = await openPending(settings, await store.getAccountRecord("factor", id), { userId, enrolledIn })
  return pending && { id, secret: pending.secret }
}

/** The form that confirms an enrollment. */
interface ConfirmedEnrollment extends EnrollmentOwner {
  readonly id: string
  readonly code: unknown
  readonly name: string
  /** The user's address, if it is proven. */
  readonly provenAddress?: string | undefined
}

/**
 * Turns an enrollment into a factor if `code` is a correct code of it. The code is used up then. Returns `undefined` if
 * it is wrong, or if the enrollment is over or belongs to another user, session or sign-in.
 */
export async function confirmTotp(
  { store, settings }: FactorContext,
  { id, userId, enrolledIn, code, name, provenAddress }: ConfirmedEnrollment,
): Promise<Factor | undefined> {
  return changeRecord<Factor | undefined>(store, { kind: "factor", id }, async (record) => {
    const pending = await openPending(settings, record, { userId, enrolledIn })
    const now = settings.now()
    const step = pending && (await verifyTotp(pending.secret, code, { now }))
    if (!pending || step === undefined) return { result: undefined }
    const fields = { name: factorName(name), createdAt: now, provenAddress }
    const confirmed: TotpData = { ...pending.data, ...fields, lastStep: step }
    const update = { data: writeFactorData(confirmed), expires: null }
    return { update, result: await toFactor(settings, { ...pending.record, ...update }) }
  })
}

async function openPending(
  settings: FactorContext["settings"],
  record: AccountRecord | null,
  { userId, enrolledIn }: EnrollmentOwner,
) {
  if (record?.userId !== userId || record.expires === null || record.expires.getTime() <= settings.now())
    return undefined
  const data = readFactorData(record)
  if (data?.type !== "totp") return undefined
  const opened = await openSecret(settings, data.sealed, { userId, factorId: record.id })
  return opened?.enrolledIn === enrolledIn ? { record, data, secret: opened.secret } : undefined
}

/** A confirmed authenticator app of a new user. */
export interface NewTotp extends Pick<TotpData, "name" | "createdAt" | "lastStep" | "provenAddress"> {
  readonly userId: string
  readonly secret: Bytes
}

/** Stores an authenticator app whose first code was checked before the user was stored. Returns its id. */
export async function storeTotp(
  { store, settings }: FactorContext,
  { userId, secret, ...fields }: NewTotp,
): Promise<string> {
  const id = base64url(randomBytes(16))
  const sealed = await sealSecret(settings, { userId, factorId: id, enrolledIn: "", secret })
  const data = writeFactorData({ ...fields, type: "totp", name: factorName(fields.name), sealed })
  await store.createAccountRecord({ kind: "factor", id, userId, data, expires: null })
  return id
}

/** A code as the user typed it. */
export interface TypedCode {
  readonly userId: string
  readonly code: unknown
  /** The counter of the user's tries. It is stored with the factor if the code is correct. */
  readonly tries?: FactorTries | undefined
  /** The user's factors, if the request has read them already. A factor that changed since is read again. */
  readonly records?: readonly AccountRecord[] | undefined
}

/**
 * Checks a code against the user's authenticator apps, and uses it up. Of several parallel calls with one code, one
 * succeeds. Returns the id of the factor, or `undefined` if the code is wrong or used, or no app can be read.
 */
export async function verifyTotpFactor(context: FactorContext, typed: TypedCode): Promise<string | undefined> {
  const records = typed.records ?? (await listFactorRecords(context, typed.userId))
  for (const record of records) if (await useTotpCode(context, record, typed)) return record.id
  return undefined
}

function useTotpCode(
  { store, settings }: FactorContext,
  known: AccountRecord,
  { userId, code, tries }: TypedCode,
): Promise<boolean> {
  const { id } = known
  return changeRecord(store, { kind: "factor", id, known }, async (record) => {
    if (!isConfirmed(record, userId)) return { result: false }
    const data = readFactorData(record)
    if (data?.type === "passkey") return { result: false }
    const opened = data && (await openSecret(settings, data.sealed, { userId, factorId: id }))
    if (!data || !opened) {
      logUnreadable(settings, record)
      return { result: false }
    }
    const now = settings.now()
    const earlier = data.usedSteps ?? (data.lastStep === undefined ? [] : [data.lastStep])
    const step = await verifyTotp(opened.secret, code, { now, lastStep: lastUsableStep(earlier, now) })
    if (step === undefined) return { result: false }
    const isCurrent = await isWrappedByFirst(settings, data.sealed) // `opened` shows that a secret opens it
    const owner = { userId, factorId: id }
    const sealed = isCurrent ? data.sealed : ((await rewrapSecret(settings, data.sealed, owner)) ?? data.sealed)
    const usedSteps = [...earlier, step].slice(-MAX_USED_STEPS)
    const used = { ...data, lastStep: step, usedSteps, lastUsedAt: now, tries, sealed }
    return { update: { data: writeFactorData(used) }, result: true }
  })
}

/** Renames a factor. Returns whether the user has it. */
export async function renameFactor(
  { store }: FactorContext,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  return changeRecord(store, { kind: "factor", id }, async (record) => {
    const data = isConfirmed(record, userId) ? readFactorData(record) : undefined
    if (!data) return { result: false }
    return { update: { data: writeFactorData({ ...data, name: factorName(name) }) }, result: true }
  })
}

/** Removes a factor, even if it can't be read. Returns whether the user had it. */
export async function removeFactor(
  { store }: FactorContext,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const record = await store.getAccountRecord("factor", id)
  if (record?.userId !== userId) return false
  return (await store.takeAccountRecord("factor", id)) !== null
}

/** Removes all factors and recovery codes of a user. Unconfirmed enrollments end too. */
export async function removeAllFactors({ store }: Pick<FactorContext, "store">, userId: string): Promise<void> {
  await store.deleteAccountRecords(userId, "factor")
  await store.deleteAccountRecords(userId, "recovery-codes")
}

/** The result of {@link rewrapFactor}. `unchanged` also stands for a passkey, and for a factor that was removed. */
export type RewrapResult = "rewrapped" | "unchanged" | "unreadable"

/**
 * Wraps the data key of an authenticator app with the configuration's first secret. After that, its other secrets can
 * be removed. A factor that is removed or replaced meanwhile stays so.
 */
export async function rewrapFactor(
  { store, settings }: { store: FactorContext["store"]; settings: SealSettings },
  { userId, id }: { userId: string; id: string },
): Promise<RewrapResult> {
  return changeRecord<RewrapResult>(store, { kind: "factor", id }, async (record) => {
    if (record?.userId !== userId) return { result: "unchanged" }
    const data = readFactorData(record)
    if (data?.type === "passkey") return { result: "unchanged" }
    const sealed = data && (await rewrapSecret(settings, data.sealed, { userId, factorId: id }))
    if (!data || !sealed) return { result: "unreadable" }
    if (sealed === data.sealed) return { result: "unchanged" }
    return { update: { data: writeFactorData({ ...data, sealed }) }, result: "rewrapped" }
  })
}

/** Returns whether two-step verification is on: the user has a confirmed factor, even one that can't be read. */
export async function hasFactors({ store }: Pick<FactorContext, "store">, userId: string): Promise<boolean> {
  return (await store.listAccountRecords("factor", userId)).some((record) => isConfirmed(record, userId))
}
