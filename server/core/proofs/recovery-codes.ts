import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import { isEqualConstantTime, randomBytes, sha256 } from "../crypto/bytes.ts"
import { changeRecord, parseJson } from "./change-record.ts"

/** Crockford's base32: without I, L, O and U, which people misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** How many recovery codes a user gets. */
export const RECOVERY_CODES = 10
/** 24 characters have 120 bits. ASVS 6.5.2 requires 112, if a fast hash is stored. */
const LENGTH = 24
/** A longer text isn't a code, however it is spaced. */
const MAX_TYPED = 128

const storedCodes = v.object({
  /** Random. Part of each hash, so that equal codes of two sets would have different hashes. */
  set: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  codes: v.array(v.object({ hash: v.string(), usedAt: v.optional(v.number()) })),
})

type StoredCodes = v.InferOutput<typeof storedCodes>

interface Owner {
  userId: string
  /** Milliseconds since the epoch. */
  now: number
}

/** New recovery codes. */
export interface IssuedCodes {
  readonly codes: readonly string[]
  /** Puts the previous codes back, for a request that turned out to be late. Newer codes stay. */
  withdraw(): Promise<void>
}

/** Returns ten new recovery codes. */
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => createCode().replaceAll(/.{4}(?=.)/g, "$&-"))

/**
 * Creates ten recovery codes, and replaces the user's previous ones in the same write. Only hashes are stored, so the
 * returned codes can't be shown again. The hashes don't depend on any secret of the configuration.
 */
export async function createRecoveryCodes(store: AccountRecordOperations, owner: Owner): Promise<readonly string[]> {
  return (await issueRecoveryCodes(store, owner)).codes
}

/**
 * Stores recovery codes like {@link createRecoveryCodes}, which the caller can withdraw.
 *
 * @param owner `codes` are those that the user has seen already. The default is new ones
 */
export async function issueRecoveryCodes(
  store: AccountRecordOperations,
  { userId, now, codes = drawRecoveryCodes() }: Owner & { codes?: readonly string[] },
): Promise<IssuedCodes> {
  const set = createCode()
  const hashed = await Promise.all(
    codes.map(async (code) => ({ hash: await hashCode({ userId, set, code: code.replaceAll("-", "") }) })),
  )
  const data = JSON.stringify({ set, createdAt: now, codes: hashed } satisfies StoredCodes)
  const key = { kind: "recovery-codes", id: userId } as const
  const isFirst = await store.createAccountRecord({ ...key, userId, data, expires: null })
  const previous = isFirst
    ? JSON.stringify({ set, createdAt: now, codes: [] } satisfies StoredCodes)
    : await changeRecord(store, key, async (record) => ({ update: { data }, result: record?.data }))
  if (previous === undefined) return issueRecoveryCodes(store, { userId, now, codes }) // another request deleted the previous codes
  return {
    codes,
    withdraw: async () =>
      changeRecord(store, key, async (record) => ({
        result: undefined,
        ...(record?.userId === userId && isOfSet(record, set) && { update: { data: previous } }),
      })),
  }
}

const isOfSet = ({ data }: AccountRecord, set: string) => parseJson(storedCodes, data)?.set === set

/**
 * Uses up a recovery code as the user typed it. Of several parallel calls with one code, one succeeds. Returns how many
 * codes are left, or `undefined` if the code is wrong or used.
 */
export async function redeemRecoveryCode(
  store: AccountRecordOperations,
  { userId, now, code }: Owner & { code: unknown },
): Promise<number | undefined> {
  const typed = normalizeRecoveryCode(code)
  if (typed === undefined) return undefined
  return changeRecord(store, { kind: "recovery-codes", id: userId }, async (record) => {
    const stored = record?.userId === userId ? parseJson(storedCodes, record.data) : undefined
    if (!stored) return { result: undefined }
    const hash = await hashCode({ userId, set: stored.set, code: typed })
    const isTyped = (row: StoredCodes["codes"][number]) =>
      row.usedAt === undefined && isEqualConstantTime(row.hash, hash)
    if (!stored.codes.some(isTyped)) return { result: undefined }
    const codes = stored.codes.map((row) => (isTyped(row) ? { ...row, usedAt: now } : row))
    const remaining = codes.filter(({ usedAt }) => usedAt === undefined).length
    return { update: { data: JSON.stringify({ ...stored, codes } satisfies StoredCodes) }, result: remaining }
  })
}

/** Facts about a user's recovery codes, without the codes. */
export interface RecoveryCodesState {
  /** Codes that are left. */
  readonly left: number
  readonly createdAt: Date
  /** When one was last used. */
  readonly lastUsedAt: Date | null
}

/** Returns the state of a user's recovery codes, or `null` if there are none that can be read. */
export async function recoveryCodesState(
  store: AccountRecordOperations,
  userId: string,
): Promise<RecoveryCodesState | null> {
  const record = await store.getAccountRecord("recovery-codes", userId)
  const stored = record?.userId === userId ? parseJson(storedCodes, record.data) : undefined
  if (!stored) return null
  const usedTimes = stored.codes.flatMap(({ usedAt }) => (usedAt === undefined ? [] : [usedAt]))
  return {
    left: stored.codes.length - usedTimes.length,
    createdAt: new Date(stored.createdAt),
    lastUsedAt: usedTimes.length > 0 ? new Date(Math.max(...usedTimes)) : null,
  }
}

/**
 * Returns the one canonical form of a typed code: capital letters and digits, without separators. Letters that
 * look like digits become digits. Returns `undefined` for anything that can't be a code.
 */
export function normalizeRecoveryCode(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > MAX_TYPED) return undefined
  const code = typed
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
  return code.length === LENGTH && Array.from(code).every((character) => ALPHABET.includes(character))
    ? code
    : undefined
}

function createCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("")
}

async function hashCode(code: { userId: string; set: string; code: string }): Promise<string> {
  return sha256(`recovery code\n${JSON.stringify([code.userId, code.set, code.code])}`)
}
