import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { TypedPassword } from "../../core/crypto/passwords/hasher.ts"
import { checkNewPassword, isBreached, type PasswordProblem } from "../../core/crypto/passwords/rules.ts"
import { asError, AuthError } from "../../errors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { type HashClient, HashQueueFull } from "../../core/crypto/passwords/queue.ts"
import { clientAddress } from "../../core/request/client-address.ts"
import { knownBrowser, type SignInIdentity } from "../../core/limits/identity.ts"
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

/** The messages of the password cards, by the rule that rejected the password. */
const FIELD_ERRORS = {
  PasswordTooLong: "PasswordTooLong",
  PasswordInvalid: "PasswordUnusable",
  PasswordTooShort: "PasswordTooShort",
  PasswordCommon: "PasswordTooCommon",
  PasswordPersonal: "PasswordTooSimilar",
  PasswordBreached: "PasswordBreached",
} as const satisfies Record<PasswordProblem, string>

export type PasswordFieldError = (typeof FIELD_ERRORS)[PasswordProblem] | "Required"

/**
 * Checks a new password. Every page and every change of the account uses this function, and the result doesn't depend
 * on whether the account exists.
 */
export async function readNewPassword(
  context: RequestContext,
  passwords: PasswordSettings,
  { typed = "", words }: { typed: string | undefined; words: readonly (string | null | undefined)[] },
): Promise<TypedPassword | PasswordFieldError> {
  if (typed === "") return "Required"
  const { settings, site } = context
  const { minLength, breachCheck, commonPasswords } = passwords
  const knownWords = [settings.siteName, new URL(site.origin).hostname, ...words]
  const checked = await checkNewPassword(typed, { minLength, words: knownWords, commonPasswords })
  if (typeof checked === "string") return FIELD_ERRORS[checked]
  if (breachCheck && (await isKnownBreach(context, checked.text))) return FIELD_ERRORS.PasswordBreached
  return checked
}

const RANGE_URL = "https://api.pwnedpasswords.com/range/"
/** Milliseconds. */
const TIMEOUT = 1000
const MAX_BYTES = 1024 * 1024

/**
 * Returns whether a password is in a known breach. An outage must not stop users, so an error counts as "not found".
 */
export async function isKnownBreach({ settings }: RequestContext, password: string): Promise<boolean> {
  try {
    return await isBreached(password, async (prefix) => {
      const response = await settings.fetch(`${RANGE_URL}${prefix}`, {
        headers: { "add-padding": "true" },
        redirect: "manual", // Workers reject "error"
        signal: AbortSignal.timeout(TIMEOUT),
      })
      if (!response.ok) throw new Error(`It responded with ${response.status}`)
      return readBounded(response)
    })
  } catch (thrown) {
    const { message } = asError(thrown)
    settings.logger.error(new AuthError("CallbackRouteError", `Have I Been Pwned was not asked: ${message}`))
    return false
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  const read = { bytes: 0, text: "" }
  for await (const chunk of body ?? []) {
    read.bytes += chunk.byteLength
    if (read.bytes > MAX_BYTES) throw new Error("Its response is too long")
    read.text += decoder.decode(chunk, { stream: true })
  }
  return read.text
}

/** Returns the client in whose turn a password is hashed. */
export async function hashClient(context: RequestContext, identity: SignInIdentity): Promise<HashClient> {
  const browser = await knownBrowser(context, identity)
  if (browser !== undefined) return { key: browser, known: true }
  return { key: (await clientAddress(context)) ?? identity.identifiers.join("\n"), known: false }
}

/**
 * Runs a computation of the hasher.
 *
 * @throws {AuthError} `ServerBusy` if too many passwords wait. The response is the same for every address
 */
export async function inHashQueue<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute()
  } catch (thrown) {
    if (!(thrown instanceof HashQueueFull)) throw thrown
    throw new AuthError("ServerBusy", thrown.message, { retryAfter: thrown.retryAfter })
  }
}

/**
 * Returns whether a proof of the mailbox may set a new password. Without one before, the password would be a second
 * door, past the second factor of the user's provider.
 */
export function mayReset(stored: Pick<PasswordData, "hash" | "epoch" | "resettable"> | null): boolean {
  return stored !== null && (stored.hash !== null || stored.resettable === true || stored.epoch === UNREADABLE_EPOCH)
}

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

/** Hashes a form's new password, in the turn of its client. Without an address, the client is the form's user. */
export async function hashFormPassword(
  context: ActionContext,
  { hasher }: PasswordSettings,
  password: TypedPassword,
): Promise<string> {
  const { email, token = "" } = context.body.fields
  const client = { key: (await clientAddress(context)) ?? `form ${email ?? token}`, known: false }
  return inHashQueue(() => hasher.hash(password, client))
}
