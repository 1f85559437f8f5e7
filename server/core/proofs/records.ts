import * as v from "valibot"
import type { AccountRecord, AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import type { Keyring } from "../crypto/keyring.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import { AuthError } from "../../errors.ts"
import type { LoggerInstance } from "../../logger.ts"
import { withoutInvisible } from "../../providers/limit-profile.ts"
import { parseJson } from "./change-record.ts"
import { openSecret, sealedSecret, type SealSettings } from "./sealed-secret.ts"
import { hasAccountRecords, requireAccountRecords } from "../../adapters/required.ts"
import type { SecondFactorSettings } from "../config/feature-settings.ts"
import type { StepInput } from "../config/step-options.ts"
import { decide } from "../config/decisions.ts"
import type { RequestContext } from "../request/auth-request.ts"

/** The settings and the store that functions on factors use. */
export interface FactorContext {
  readonly settings: SealSettings & { readonly logger: Pick<LoggerInstance, "error"> }
  readonly store: AccountRecordOperations
}

/** A second factor, as the account page lists it. */
export interface Factor {
  readonly id: string
  /** An authenticator app, a passkey or a security key, or `unknown` if the record can't be read. */
  readonly type: "totp" | "passkey" | "unknown"
  /** The user's name for it. */
  readonly name: string
  readonly createdAt: Date | null
  readonly lastUsedAt: Date | null
  /**
   * Whether it can be used. A factor that can't be read still counts: two-step verification stays on, and only other
   * factors pass it.
   */
  readonly readable: boolean
  /** Base64url. `undefined` unless it is a passkey. */
  readonly credentialId: string | undefined
  /** The counter of tries at its last use. `undefined` unless it is an authenticator app. */
  readonly tries?: FactorTries | undefined
}

/**
 * The counter of a user's tries when one succeeded. The tries since then are those in a row, and no sign-in needs a
 * counter of its own.
 */
export interface FactorTries {
  /** When the counter began. Its name, in milliseconds since the epoch. */
  readonly since: number
  /** URL of the site that counted. */
  readonly site: string
  /** The count of known browsers. */
  readonly known?: number | undefined
  /** The count of all others. */
  readonly anywhere?: number | undefined
}

const factorTries = v.object({
  since: v.number(),
  site: v.string(),
  known: v.optional(v.number()),
  anywhere: v.optional(v.number()),
})

const named = {
  name: v.string(),
  createdAt: v.number(),
  lastUsedAt: v.optional(v.number()),
  /** The user's address, if it was proven when the factor was added. */
  provenAddress: v.optional(v.string()),
}

const factorData = v.variant("type", [
  v.object({
    type: v.literal("totp"),
    ...named,
    /** The time step of the last accepted code. It only grows. */
    lastStep: v.optional(v.number()),
    /** The steps of the last accepted codes. Instances whose clocks differ accepted them in any order. */
    usedSteps: v.optional(v.array(v.number())),
    tries: v.optional(factorTries),
    sealed: sealedSecret,
  }),
  v.object({ type: v.literal("passkey"), ...named, credentialId: v.string() }),
])

export type FactorData = v.InferOutput<typeof factorData>
export type TotpData = Extract<FactorData, { type: "totp" }>

/** The most characters of a factor's name. */
const MAX_NAME = 64

/** Returns a factor's name as it is stored: without invisible characters, and at most 64 characters long. */
export function factorName(name: string): string {
  const clean = withoutInvisible(name.toWellFormed()).replaceAll(/[\p{C}\s]+/gu, " ")
  return Array.from(clean.trim()).slice(0, MAX_NAME).join("").trim()
}

/** Returns whether the record is a factor of this user. One that expires never counts. */
export function isConfirmed(record: AccountRecord | null, userId: string): record is AccountRecord {
  return record?.kind === "factor" && record.userId === userId && record.expires === null
}

/**
 * Returns the data of a record, or `undefined` if it can't be read. A request that lists its factors uses one later.
 */
export const readFactorData = memoize((record: AccountRecord): FactorData | undefined =>
  parseJson(factorData, record.data),
)

/** Returns the text of a record's data. */
export function writeFactorData(data: FactorData): string {
  return JSON.stringify(data)
}

/** Returns the user's factors that count, the oldest first. */
export async function listFactors(context: FactorContext, userId: string): Promise<Factor[]> {
  return toFactors(context, await listFactorRecords(context, userId))
}

/** Returns the records of the user's factors that count. */
export async function listFactorRecords(
  { store }: Pick<FactorContext, "store">,
  userId: string,
): Promise<AccountRecord[]> {
  return (await store.listAccountRecords("factor", userId)).filter((record) => isConfirmed(record, userId))
}

/**
 * Returns whether the user's address was proven when they added one of their factors. Accounts that they link or unlink
 * later don't change that.
 */
export async function wasProvenWithFactor(
  store: Partial<AccountRecordOperations>,
  { id: userId, email }: Pick<AdapterUser, "id" | "email">,
): Promise<boolean> {
  const records = (await store.listAccountRecords?.("factor", userId)) ?? []
  return records.some((record) => isConfirmed(record, userId) && readFactorData(record)?.provenAddress === email)
}

/** Returns confirmed records as factors, the oldest first. */
export async function toFactors(
  { settings }: Pick<FactorContext, "settings">,
  confirmed: readonly AccountRecord[],
): Promise<Factor[]> {
  const factors = await Promise.all(confirmed.map((record) => toFactor(settings, record)))
  return factors.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
}

/** Returns a confirmed record as a factor. Logs it if it can't be read. */
export async function toFactor(settings: FactorContext["settings"], record: AccountRecord): Promise<Factor> {
  const { id } = record
  const data = readFactorData(record)
  const isReadable = data !== undefined && (data.type === "passkey" || (await canOpen(settings, record, data)))
  if (!isReadable) logUnreadable(settings, record)
  if (!data)
    return {
      id,
      type: "unknown",
      name: "",
      createdAt: null,
      lastUsedAt: null,
      readable: false,
      credentialId: undefined,
    }
  const { type, name, createdAt, lastUsedAt } = data
  return {
    id,
    type,
    name,
    createdAt: new Date(createdAt),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt),
    readable: isReadable,
    credentialId: data.type === "passkey" ? data.credentialId : undefined,
    tries: data.type === "totp" ? data.tries : undefined,
  }
}

/** The most sealed secrets that each keyring remembers. */
const REMEMBERED = 500

/** By factor and owner, the sealed secret that a keyring has opened for them. Whether it opens never changes. */
const openedBy = memoize((_keyring: Keyring) => new LruMap<string, string>(REMEMBERED))

async function canOpen(settings: SealSettings, { id, userId }: AccountRecord, { sealed }: TotpData): Promise<boolean> {
  const openedCache = openedBy(settings.keyring)
  const name = JSON.stringify([id, userId])
  const secret = `${sealed.key} ${sealed.secret}`
  if (openedCache.get(name) === secret) return true
  const isOpen = (await openSecret(settings, sealed, { userId: userId ?? "", factorId: id })) !== undefined
  if (isOpen) openedCache.set(name, secret)
  return isOpen
}

/** Logs that a factor can't be read. It names the user, because they may need help. */
export function logUnreadable({ logger }: FactorContext["settings"], { id, userId }: AccountRecord): void {
  logger.error(
    new AuthError(
      "AdapterError",
      "A second factor can't be read, so only the user's other factors and recovery codes work. Its secret was sealed with a secret that `AUTH_SECRET` no longer lists, or its record was changed.",
      { factor: id, user: userId },
    ),
  )
}

/** Returns the operations for account records, which every paused sign-in and every second factor needs. */
export function accountRecords({
  settings: { adapter },
}: Pick<RequestContext, "settings">): Adapter & AccountRecordOperations {
  return requireAccountRecords(adapter, "A step of the sign-in")
}

/**
 * Returns the operations for account records within a transaction, if its adapter has them. Otherwise they run outside
 * it.
 */
export function accountRecordsIn(adapter: Adapter, context: Pick<RequestContext, "settings">): AccountRecordOperations {
  return hasAccountRecords(adapter) ? adapter : accountRecords(context)
}

/** Returns the settings and the store that the functions on factors use. */
export function factorContext(context: Pick<RequestContext, "settings">): FactorContext {
  return { settings: context.settings, store: accountRecords(context) }
}

/**
 * Asks one of the app's rules about a user. A rule that fails counts as `true`, because it must not weaken a sign-in.
 */
export async function isRequired(
  { settings }: Pick<RequestContext, "settings">,
  name: "required" | "phishingResistant",
  { user, account, isNewUser }: StepInput,
  rules: SecondFactorSettings,
): Promise<boolean> {
  const rule = rules[name]
  if (typeof rule !== "function") return rule !== false
  return (await decide(settings, name, () => rule({ user, account, isNewUser }))) !== false
}
