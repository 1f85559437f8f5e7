import * as v from "valibot"
import type { AccountRecord } from "../../adapters/account-record.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import { base64url, isEqualConstantTime, hmac, randomBytes, sha256 } from "../../core/crypto/bytes.ts"
import { AccessDenied } from "../../errors.ts"
import { changeRecord, putRecord, parseJson } from "../../core/proofs/change-record.ts"
import { disabledAt } from "../../core/users/security-state.ts"
import { addressMarks } from "../../core/users/deleted-address.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { normalizeEmail } from "../../providers/email-address.ts"

const invitationData = v.object({
  site: v.string(),
  email: v.string(),
  /** A keyed hash of the link's secret. `null` after the invitation was used or revoked. */
  token: v.nullable(v.string()),
  /** The app's data. */
  data: v.record(v.string(), v.unknown()),
  /**
   * The mark of the address at that time. It changes when a user leaves the address, so that older invitations open
   * nothing.
   */
  mark: v.optional(v.string(), ""),
  /** The id of the user who had the address at that time, without a proof. `null` if there was none. */
  holder: v.optional(v.nullable(v.string()), null),
})

/** An invitation that a user can accept. */
export interface Invitation {
  readonly record: AccountRecord
  readonly email: string
  readonly data: Readonly<Record<string, unknown>>
  readonly holder: string | null
}

/** The user that an invitation is for, and the data that the app gave it. */
interface NewInvitation {
  email: string
  data: Readonly<Record<string, unknown>>
  expires: Date
  /** The id of the user who has the address without a proof. */
  holder: string | null
}

/** Stores an invitation, in place of an earlier one of the address. Returns the token of its link. */
export async function storeInvitation(
  context: RequestContext,
  { email, data, expires, holder }: NewInvitation,
): Promise<string> {
  const { settings, site } = context
  const id = await invitationId(context, email)
  const secret = base64url(randomBytes(32))
  const token = await tokenHash(context, settings.secrets[0] ?? "", { id, secret })
  const [mark] = await addressMarks(settings, email)
  const stored: v.InferOutput<typeof invitationData> = { site: site.url, email, token, data, mark, holder }
  // A record is replaced and never deleted, so that its version tells two invitations of one address apart
  const record = { kind: "invitation", id, userId: null, data: JSON.stringify(stored), expires } as const
  await putRecord(accountRecords(context), record)
  return `${id}.${secret}`
}

/** Returns whether a value can be the data of an invitation. */
export const isInvitationData = (data: unknown): boolean => v.is(invitationData.entries.data, data)

/**
 * Ends the invitation of a new user's address. It must open no second account later, not even if the user leaves the
 * address, or the app deletes them.
 */
export async function endInvitation(context: RequestContext, { email }: { email?: string | null | undefined }) {
  const address = normalizeEmail(email)
  if (address !== null && context.settings.passwords) await voidInvitation(context, address)
}

/** Voids the invitation of an address, for good. Returns whether there was one. */
export async function voidInvitation(context: RequestContext, email: string): Promise<boolean> {
  const key = { kind: "invitation", id: await invitationId(context, email) } as const
  return changeRecord(accountRecords(context), key, async (record) => {
    const invitation = record && readInvitation(context, record)
    return { result: Boolean(invitation), ...(invitation && { update: { data: withoutToken(invitation.stored) } }) }
  })
}

/**
 * Returns whether an invitation still opens the account of `user`, who has its address, or a new one without a user. It
 * doesn't if the address got an account since.
 *
 * @throws {AccessDenied} if the user is disabled
 */
export async function isOpenFor(
  { settings }: RequestContext,
  { holder }: Invitation,
  user: AdapterUser | null,
): Promise<boolean> {
  if (!user) return true
  if (await disabledAt(settings, user.id)) throw new AccessDenied("The user is disabled")
  return user.id === holder && !user.emailVerified
}

const TOKEN = /^([\da-f]{64})\.([\w-]{43})$/

/** Returns whether a token has the form of an invitation's. Those of other links are shorter. */
export function isInvitationToken(token: string | undefined): token is string {
  return token !== undefined && TOKEN.test(token)
}

/** Returns the invitation of a link. Changes nothing, because email scanners open links too. */
export async function findInvitation(
  context: RequestContext,
  shown: string | undefined,
): Promise<Invitation | undefined> {
  const [, id, secret] = TOKEN.exec(shown ?? "") ?? []
  if (id === undefined || secret === undefined) return undefined
  const record = await accountRecords(context).getAccountRecord("invitation", id)
  const invitation = record && readInvitation(context, record)
  const hashes = await Promise.all(context.settings.secrets.map((key) => tokenHash(context, key, { id, secret })))
  // The id follows from the address, so before this check nothing is read that tells who is invited
  if (!invitation || !hashes.some((hash) => isEqualConstantTime(hash, invitation.token))) return undefined
  const marks = await addressMarks(context.settings, invitation.stored.email)
  return marks.includes(invitation.stored.mark) ? { record: invitation.record, ...invitation.stored } : undefined
}

/**
 * Uses an invitation up. Of several parallel calls, one returns `true`. Returns `false` also if it was replaced or
 * revoked since it was found.
 */
export async function useInvitation(
  store: Pick<ReturnType<typeof accountRecords>, "updateAccountRecord">,
  { record: { kind, id, version, data, expires } }: Invitation,
): Promise<boolean> {
  const stored = parseJson(invitationData, data)
  return stored !== undefined && store.updateAccountRecord({ kind, id, version, expires, data: withoutToken(stored) })
}

/**
 * Opens an invitation again whose use failed, and returns it. Changes nothing if it was replaced or revoked meanwhile:
 * the returned one can't be used then.
 */
export async function reopenInvitation(
  store: Pick<ReturnType<typeof accountRecords>, "updateAccountRecord">,
  invitation: Invitation,
): Promise<Invitation> {
  const { kind, id, version, data, expires } = invitation.record
  await store.updateAccountRecord({ kind, id, version: version + 1, expires, data })
  return { ...invitation, record: { ...invitation.record, version: version + 2 } }
}

function readInvitation({ settings, site }: RequestContext, record: AccountRecord) {
  const stored = parseJson(invitationData, record.data)
  const isLive = (record.expires?.getTime() ?? 0) > settings.now()
  return isLive && stored?.site === site.url && stored.token !== null
    ? { record, stored, token: stored.token }
    : undefined
}

const withoutToken = (stored: v.InferOutput<typeof invitationData>) => JSON.stringify({ ...stored, token: null })

function invitationId({ site }: RequestContext, email: string) {
  return sha256(JSON.stringify(["invitation", site.url, email]))
}

function tokenHash({ site }: RequestContext, key: string, { id, secret }: { id: string; secret: string }) {
  return hmac(key, "invitation token", JSON.stringify([site.url, id, secret]))
}
