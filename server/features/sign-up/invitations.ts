import * as v from "valibot"
import type { AccountRecord } from "../../adapters/account-record.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import { sweepExpired } from "../../core/config/background.ts"
import { base64url, isEqualConstantTime, hmac, randomBytes, sha256 } from "../../core/crypto/bytes.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import { changeRecord, putRecord, parseJson } from "../../core/proofs/change-record.ts"
import { disabledAt } from "../../core/users/disable.ts"
import { addressMarks, MAX_INVITATION } from "../../core/users/deleted-address.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { emit } from "../../core/request/emit.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { RequestLike } from "../../core/sessions/helper-request.ts"
import { userByEmail, userStore } from "../../core/users/users.ts"
import { consumeMailbox } from "../../core/limits/mailbox.ts"
import { sendAccountEmail } from "../../core/mailbox/account-email.ts"

const ONE_WEEK = 7 * 24 * 60 * 60
const MIN_SECONDS = 60
const MAX_SECONDS = MAX_INVITATION / 1000
const MAX_DATA = 16 * 1024 // characters of JSON

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

/** Options of `auth.invite`. They must come from your own code, except for the address. */
export interface InviteOptions {
  /** The address to invite. */
  email: string
  /**
   * Data of your app, such as a role, as JSON of at most 16,384 characters. Your server stores it, and the link doesn't
   * contain it. The `signIn` callback and the `acceptInvitation` event get it.
   */
  data?: Readonly<Record<string, unknown>> | undefined
  /** Seconds until the link expires, from 60 to 7,776,000. @default 604800, which is 7 days */
  expiresIn?: number | undefined
  /**
   * The request of the inviting user. The email is in its language. It also names the site if `AUTH_URL` isn't set, and
   * the tenant.
   */
  request?: RequestLike | undefined
}

/** The result of `auth.invite`. `registered` means that a user has proven this address. Nothing was sent then. */
export type InviteResult = { status: "sent"; email: string; expires: Date } | { status: "registered"; email: string }

/** An invitation that a user can accept. */
export interface Invitation {
  readonly record: AccountRecord
  readonly email: string
  readonly data: Readonly<Record<string, unknown>>
  readonly holder: string | null
}

const OPTIONS: ReadonlySet<string> = new Set([
  "email",
  "data",
  "expiresIn",
  "request",
] satisfies (keyof InviteOptions)[])

/** Stores an invitation and emails its link. An address has one invitation at a time, and the newest replaces it. */
export async function invite(context: RequestContext, options: InviteOptions): Promise<InviteResult> {
  const { settings, site, headers } = context
  const { email, data, expiresIn } = readOptions(context, options)
  const user = await userByEmail(userStore(settings), email)
  if (user?.emailVerified) return { status: "registered", email }
  await countInvitation(context, email)
  const id = await invitationId(context, email)
  const secret = base64url(randomBytes(32))
  const token = await tokenHash(context, settings.secrets[0] ?? "", { id, secret })
  const expires = new Date(settings.now() + expiresIn * 1000)
  const [mark] = await addressMarks(settings, email)
  const holder = user?.id ?? null
  const stored: v.InferOutput<typeof invitationData> = { site: site.url, email, token, data, mark, holder }
  // A record is replaced and never deleted, so that its version tells two invitations of one address apart
  const record = { kind: "invitation", id, userId: null, data: JSON.stringify(stored), expires } as const
  await putRecord(accountRecords(context), record)
  sweepExpired(settings)
  await sendAccountEmail(
    { settings, headers, request: new Request(site.url, { headers }) },
    { kind: "invitation", identifier: email, url: `${site.url}/sign-up?token=${id}.${secret}`, expires },
  )
  await emit(context, { type: "invitationSent", identifier: email, actor: { kind: "app" } })
  return { status: "sent", email, expires }
}

function readOptions(
  { settings }: RequestContext,
  options: InviteOptions,
): { email: string; data: Readonly<Record<string, unknown>>; expiresIn: number } {
  const { data = {}, expiresIn = ONE_WEEK } = options
  const policy = settings.passwords?.signUp
  if (policy === undefined) throw new AuthError("InvalidConfiguration", "`auth.invite` needs `Password()`")
  if (policy === "off")
    throw new AuthError(
      "InvalidConfiguration",
      '`signUp` of `Password()` is "off". Set "invite" or "open" to invite users',
    )
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name))
  if (unknown !== undefined)
    throw new TypeError(`\`auth.invite\` has no option ${JSON.stringify(unknown.slice(0, 80))}`)
  if (typeof expiresIn !== "number" || !(expiresIn >= MIN_SECONDS && expiresIn <= MAX_SECONDS))
    throw new TypeError(`\`expiresIn\` is ${String(expiresIn)}. Set ${MIN_SECONDS} to ${MAX_SECONDS} seconds`)
  if (!v.is(invitationData.entries.data, data) || JSON.stringify(data).length > MAX_DATA)
    throw new TypeError(`\`data\` must be an object whose JSON has at most ${MAX_DATA} characters`)
  const email = normalizeEmail(options.email)
  if (email === null) throw new AuthError("InvalidRequest", "`email` isn't one plain email address")
  return { email, data, expiresIn }
}

// An app's form that invites must not flood a stranger's mailbox
async function countInvitation(context: RequestContext, email: string): Promise<void> {
  const retryAfter = await consumeMailbox(context, email)
  if (retryAfter !== undefined)
    throw new AuthError("RateLimited", "Too many invitations were sent to this address", { retryAfter })
}

/** Revokes the invitation of an address. Returns whether there was one. */
export async function revokeInvitation(context: RequestContext, email: string): Promise<boolean> {
  const address = normalizeEmail(email)
  const revoked = address !== null && (await voidInvitation(context, address))
  if (revoked) await emit(context, { type: "invitationRevoked", identifier: address, actor: { kind: "app" } })
  return revoked
}

/**
 * Ends the invitation of a new user's address. It must open no second account later, not even if the user leaves the
 * address, or the app deletes them.
 */
export async function endInvitation(context: RequestContext, { email }: { email?: string | null | undefined }) {
  const address = normalizeEmail(email)
  if (address !== null && context.settings.passwords) await voidInvitation(context, address)
}

/** Voids the invitation of an address, for good. Returns whether there was one. */
async function voidInvitation(context: RequestContext, email: string): Promise<boolean> {
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
  if (!invitation || !(await addressMarks(context.settings, invitation.stored.email)).includes(invitation.stored.mark))
    return undefined
  for (const key of context.settings.secrets)
    if (isEqualConstantTime(await tokenHash(context, key, { id, secret }), invitation.token))
      return { record: invitation.record, ...invitation.stored }
  return undefined
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
