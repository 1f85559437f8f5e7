import type { AccountRecord } from "../../adapters/account-record.ts"
import type { Bytes } from "../crypto/bytes.ts"
import { changeRecord, type RecordChanges } from "./change-record.ts"
import { openEnrollment, startEnrollment, type Enrollment, type EnrollmentOwner } from "./enrollment.ts"
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
import { lastUsableStep, MAX_USED_STEPS, verifyTotp } from "./totp.ts"

/** The most factors of a user. */
export const MAX_FACTORS = 10

/**
 * Starts to enroll an authenticator app. Stores nothing: the page has the secret until {@link confirmTotp}. Returns
 * `undefined` if the user already has the most factors that a user may have.
 */
export async function beginTotp(context: FactorContext, owner: EnrollmentOwner): Promise<Enrollment | undefined> {
  const { length } = await listFactorRecords(context, owner.userId)
  return length >= MAX_FACTORS ? undefined : startEnrollment(context.settings, owner)
}

/** The form that confirms an enrollment. */
interface ConfirmedEnrollment extends EnrollmentOwner {
  readonly id: string | undefined
  readonly code: unknown
  readonly name: string
  /** The user's address, if it is proven. */
  readonly provenAddress?: string | undefined
}

/**
 * Stores an enrolled app as a factor if `code` is a correct code of it. The code is used up then. Returns `undefined`
 * if it is wrong, or if the enrollment is over, was confirmed before or belongs to another owner.
 */
export async function confirmTotp(
  context: FactorContext,
  { id, userId, enrolledIn, code, name, provenAddress }: ConfirmedEnrollment,
): Promise<Factor | undefined> {
  const createdAt = context.settings.now()
  const { secret, factorId } = (await openEnrollment(context.settings, { id, userId, enrolledIn })) ?? {}
  const lastStep = secret && (await verifyTotp(secret, code, { now: createdAt }))
  if (!secret || factorId === undefined || lastStep === undefined) return undefined
  if ((await listFactorRecords(context, userId)).length >= MAX_FACTORS) return undefined
  return storeTotp(context, { id: factorId, userId, secret, name, createdAt, lastStep, provenAddress })
}

/** An authenticator app whose first code was correct. */
export interface NewTotp extends Pick<TotpData, "name" | "createdAt" | "lastStep" | "provenAddress"> {
  readonly id: string
  readonly userId: string
  readonly secret: Bytes
}

/** Stores an authenticator app. Returns `undefined` if a factor has its id already. */
export async function storeTotp(
  { store, settings }: FactorContext,
  { id, userId, secret, name, createdAt, lastStep, provenAddress }: NewTotp,
): Promise<Factor | undefined> {
  const sealed = await sealSecret(settings, { userId, factorId: id, secret })
  const fields = { name: factorName(name), createdAt, lastStep, provenAddress }
  const record = { kind: "factor", id, userId, data: writeFactorData({ type: "totp", ...fields, sealed }) } as const
  if (!(await store.createAccountRecord({ ...record, expires: null }))) return undefined
  return toFactor(settings, { ...record, expires: null, version: 1 })
}

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
    const secret = data && (await openSecret(settings, data.sealed, { userId, factorId: id }))
    if (!data || !secret) {
      logUnreadable(settings, record)
      return { result: false }
    }
    const now = settings.now()
    const earlier = data.usedSteps ?? (data.lastStep === undefined ? [] : [data.lastStep])
    const step = await verifyTotp(secret, code, { now, lastStep: lastUsableStep(earlier, now) })
    if (step === undefined) return { result: false }
    const isCurrent = await isWrappedByFirst(settings, data.sealed) // it was opened, so a secret opens it
    const owner = { userId, factorId: id }
    const sealed = isCurrent ? data.sealed : ((await rewrapSecret(settings, data.sealed, owner)) ?? data.sealed)
    const usedSteps = [...earlier, step].slice(-MAX_USED_STEPS)
    const usedData = { ...data, lastStep: step, usedSteps, lastUsedAt: now, tries, sealed }
    return { update: { data: writeFactorData(usedData) }, result: true }
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

/**
 * Removes all factors and recovery codes of a user, also a factor that isn't confirmed yet. Returns whether the user
 * had recovery codes.
 */
export async function removeAllFactors({ store }: Pick<FactorContext, "store">, userId: string): Promise<boolean> {
  await store.deleteAccountRecords(userId, "factor")
  return (await store.deleteAccountRecords(userId, "recovery-codes")) > 0
}

/** The result of {@link rewrapFactor}. `unchanged` also stands for a passkey, and for a factor that was removed. */
export type RewrapResult = "rewrapped" | "unchanged" | "unreadable"

/**
 * Wraps the data key of an authenticator app with the configuration's first secret. After that, its other secrets can
 * be removed. A factor that is removed or replaced meanwhile stays so.
 */
export async function rewrapFactor(
  { store, settings }: { store: RecordChanges; settings: SealSettings },
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
