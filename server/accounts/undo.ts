import * as v from "valibot"
import type { AccountRecord } from "../adapters/account-record.ts"
import type { AdapterUser } from "../adapters/contract.ts"
import { passwordsOf } from "../config/passwords.ts"
import { sweepExpired } from "../config/sweep.ts"
import { base64url, isEqualConstantTime } from "../crypto/bytes.ts"
import { hmac, randomBytes } from "../crypto/hash.ts"
import { asError, AuthError } from "../errors.ts"
import { removeFactor } from "../factors/factors.ts"
import { parseJson } from "../factors/parse-json.ts"
import { renewEpoch } from "../factors/password-record.ts"
import { listFactors } from "../factors/records.ts"
import { recoveryCodesState } from "../factors/recovery-codes.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { endAllSessions } from "../sessions/manage.ts"
import { userById } from "../sessions/users.ts"
import { accountRecords, factorContext } from "./factor-context.ts"
import { canSendNotice, sendNotice } from "./notice.ts"
import { revokeTrustedDevices } from "./trusted-devices.ts"
import { afterRemoval } from "./two-step.ts"

/** Milliseconds that the link of a security email works. */
const UNDO_LIFETIME = 30 * 24 * 60 * 60 * 1000

const undoData = v.object({
  site: v.string(),
  /** A keyed hash of the link's secret. */
  token: v.string(),
  factorId: v.string(),
  factor: v.picklist(["totp", "passkey"]),
  /** When the factor was added, in milliseconds since the epoch. */
  at: v.number(),
})

/** A second factor that a link may remove. */
export interface Undo {
  readonly data: v.InferOutput<typeof undoData>
  readonly user: AdapterUser
  readonly record: AccountRecord
}

interface AddedFactor {
  readonly id: string
  readonly factor: "totp" | "passkey"
}

/** The parts of a user that the email needs. */
type Owner = Pick<AdapterUser, "id"> & { email?: string | null | undefined }

/**
 * Ends the trust in all devices after a factor was added. Emails the user a link that removes the factor, for users who
 * didn't add it.
 */
export async function emailFactorAdded(context: ActionContext, user: Owner, added: AddedFactor): Promise<void> {
  await revokeTrustedDevices(context, user.id)
  if (!canSendNotice(context, user.email)) return
  const link = await createUndo(context, user, added).catch((thrown: unknown) => {
    const err = asError(thrown)
    const message = `The link that removes a new second factor was not stored: ${err.message}`
    context.settings.logger.error(new AuthError("AdapterError", message, { err }))
    return undefined
  })
  sendNotice(context, user.email, { kind: "factor-added", factor: added.factor, ...link })
}

// The kind isn't `pending-change`, because a reset of the password deletes those, and an attacker may request one
async function createUndo(
  context: RequestContext,
  user: Owner,
  { id: factorId, factor }: AddedFactor,
): Promise<{ url: string; expires: Date }> {
  const { settings, site } = context
  const [id, secret, userId] = [base64url(randomBytes(16)), base64url(randomBytes(32)), String(user.id)]
  const token = await tokenHash(context, settings.secrets[0] ?? "", { id, secret, userId, factorId })
  const at = settings.now()
  const data = JSON.stringify({ site: site.url, token, factorId, factor, at } satisfies Undo["data"])
  const expires = new Date(at + UNDO_LIFETIME)
  if (!(await accountRecords(context).createAccountRecord({ kind: "undo", id, userId, data, expires })))
    throw new AuthError("AdapterError", "The id of the record is taken")
  sweepExpired(settings)
  return { url: `${site.url}/undo?token=${id}.${secret}`, expires }
}

/** Returns what a link's token may undo. Changes nothing, because email scanners open links too. */
export async function findUndo(context: RequestContext, token: string | null | undefined): Promise<Undo | undefined> {
  const { settings, site } = context
  const [, id, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? "") ?? []
  if (id === undefined || secret === undefined || !settings.adapter) return undefined
  const record = await accountRecords(context).getAccountRecord("undo", id)
  const data = record ? parseJson(undoData, record.data) : undefined
  if (!data || !record?.userId || data.site !== site.url) return undefined
  if ((record.expires?.getTime() ?? 0) <= settings.now()) return undefined
  const { userId } = record
  const hashes = settings.secrets.map((key) => tokenHash(context, key, { id, secret, userId, factorId: data.factorId }))
  if (!(await Promise.all(hashes)).some((hash) => isEqualConstantTime(hash, data.token))) return undefined
  const user = await userById(settings.adapter, userId)
  return user ? { data, user, record } : undefined
}

/**
 * Removes the factor and the recovery codes that were created with it or later. Ends the user's trusted devices, pending
 * changes, paused sign-ins and sessions. Uses the link up last, so that it works again after a failure.
 *
 * @returns `false` if a parallel request used the link up
 */
export async function performUndo(context: ActionContext, { data, user, record }: Undo): Promise<boolean> {
  const { settings } = context
  const store = accountRecords(context)
  const codes = await recoveryCodesState(store, user.id)
  if (codes && codes.createdAt.getTime() >= data.at) await store.takeAccountRecord("recovery-codes", user.id)
  await removeAdded(context, { data, user })
  await revokeTrustedDevices(context, user.id)
  await store.deleteAccountRecords(String(user.id), "pending-change")
  if (passwordsOf(settings)) await renewEpoch(store, { userId: String(user.id), now: settings.now() })
  await endAllSessions(settings, user.id)
  return (await store.takeAccountRecord("undo", record.id)) !== null
}

// A passkey that was added again later has the same id, and another link
async function removeAdded(context: ActionContext, { data, user }: Pick<Undo, "data" | "user">): Promise<void> {
  const { factorId: id, factor, at } = data
  const factors = await listFactors(factorContext(context), user.id)
  if (!factors.some((one) => one.id === id && Number(one.createdAt) <= at)) return
  if (await removeFactor(factorContext(context), { userId: user.id, id })) await afterRemoval(context, user, factor)
}

interface UndoKey {
  id: string
  secret: string
  userId: string
  factorId: string
}

async function tokenHash({ site }: RequestContext, key: string, undo: UndoKey): Promise<string> {
  const { id, secret, userId, factorId } = undo
  return hmac(key, "undo token", JSON.stringify([site.url, "factor-added", id, userId, factorId, secret]))
}
