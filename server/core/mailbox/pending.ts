import * as v from "valibot"
import type { AccountRecord } from "../../adapters/account-record.ts"
import { accountRecords } from "../proofs/records.ts"
import { CODE_ATTEMPT_LIMITS } from "../config/rate-limits.ts"
import { sweepExpired } from "../config/background.ts"
import { PENDING_COOKIE } from "../cookies/names.ts"
import type { SetCookie } from "../cookies/options.ts"
import { base64url, isEqualConstantTime, hmac, randomBytes, sha256 } from "../crypto/bytes.ts"
import { AuthError } from "../../errors.ts"
import { changeRecord, parseJson } from "../proofs/change-record.ts"
import { checkEmailCode, createEmailCode, emailCodeState, type EmailCodeTarget } from "./email-code.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { emit } from "../request/emit.ts"
import { sealedCookie, ensureBrowserBinding, readBrowserBinding } from "../request/sealed-cookie.ts"
import { countCodeAttempt } from "../limits/mailbox.ts"

/** Seconds that an emailed link works. Its code works for 10 minutes. */
export const LINK_MAX_AGE = 60 * 60

/** A change that waits for a proof of the mailbox. A link or a code of one purpose works for no other. */
export type PendingPurpose = (typeof PURPOSES)[number]
const PURPOSES = ["sign-up", "reset-password", "change-email"] as const

const pendingData = v.object({
  purpose: v.picklist(PURPOSES),
  site: v.string(),
  email: v.string(),
  /** The address that `email` replaces. */
  from: v.optional(v.string()),
  /** A keyed hash of the link's secret. */
  token: v.string(),
  /** A hash of the secret of the browser that asked. Only this browser may enter the code. */
  browser: v.string(),
  code: emailCodeState,
  /** Whether the browser that asked has entered the code. */
  proven: v.optional(v.boolean()),
  /** The user's security epoch. */
  epoch: v.optional(v.string()),
  /** The hash of the password that the browser typed. Other browsers choose a new one. */
  hash: v.optional(v.string()),
  /** The app's fields of the sign-up form. */
  fields: v.optional(v.record(v.string(), v.string())),
  callbackUrl: v.optional(v.string()),
  /** Whether the address belonged to a user, or to none for a reset. Then nothing proves it. */
  decoy: v.optional(v.boolean()),
})

export type PendingData = v.InferOutput<typeof pendingData>

/** A sign-up or a reset that waits for a proof of the mailbox. */
export interface Pending {
  readonly data: PendingData
  readonly record: AccountRecord
}

/** The secrets of a new email. */
export interface PendingEmail {
  readonly token: string
  readonly code: string
}

export const pendingCookie = sealedCookie({
  name: PENDING_COOKIE,
  maxAge: LINK_MAX_AGE,
  schema: v.object({
    purpose: v.picklist(PURPOSES),
    /** The record that this browser asked for. */
    id: v.optional(v.string()),
    email: v.optional(v.string()),
    /** The token of a link that this browser opened. */
    token: v.optional(v.string()),
  }),
})

type NewPending = Pick<PendingData, "purpose" | "email"> &
  Partial<Pick<PendingData, "from" | "epoch" | "hash" | "fields" | "callbackUrl" | "decoy">> & {
    userId: string | null
    /** Seconds that the link works. @default an hour */
    maxAge?: number | undefined
    /** The text that the browser's page shows in place of the address, if it must not learn it. */
    shown?: string | undefined
  }

/** Stores what waits for the proof. Returns the secrets to email, and the cookies of the browser that asked. */
export async function createPending(
  context: RequestContext,
  { userId, maxAge = LINK_MAX_AGE, shown, ...proposal }: NewPending,
): Promise<{ email: PendingEmail; cookies: SetCookie[]; id: string }> {
  const { settings, site } = context
  const id = base64url(randomBytes(16))
  const { secret, cookies } = ensureBrowserBinding(context)
  const { purpose, email } = proposal
  const created = await createEmailCode(settings, codeTarget(context, { id, purpose, email }))
  if ("wait" in created) throw new AuthError("RateLimited", "Too many codes", { retryAfter: created.wait })
  const { token, hash } = await createToken(context, { id, purpose })
  const browser = await sha256(secret)
  const data: PendingData = { ...proposal, site: site.url, token: hash, browser, code: created.state }
  const expires = new Date(settings.now() + maxAge * 1000)
  const record = { kind: "pending-change", id, userId, data: JSON.stringify(data), expires } as const
  if (!(await accountRecords(context).createAccountRecord(record)))
    throw new AuthError("AdapterError", "The id of a pending change is taken")
  sweepExpired(settings)
  await emit(context, { type: "emailRequested", method: purpose, identifier: email })
  const cookie = await pendingCookie.write(context, { purpose, id, email: shown ?? email })
  return { email: { token, code: created.code }, cookies: [...cookies, cookie], id }
}

/** Makes new secrets for another email. The older ones no longer work. Returns the seconds to wait after too many. */
export async function renewPending(
  context: RequestContext,
  { data, record }: Pending,
): Promise<{ email: PendingEmail } | { wait: number }> {
  const { id } = record
  const { purpose, email } = data
  const created = await createEmailCode(context.settings, codeTarget(context, { id, purpose, email }), data.code)
  if ("wait" in created) return created
  const { token, hash } = await createToken(context, { id, purpose })
  const changed = { ...record, data: JSON.stringify({ ...data, token: hash, code: created.state }) }
  if (await accountRecords(context).updateAccountRecord(changed)) return { email: { token, code: created.code } }
  return { wait: 1 } // a parallel request sent one
}

/** The change that this browser asked for, or the link that it opened. */
export interface PendingBrowser {
  readonly email: string | undefined
  /** The token of a link that it opened. */
  readonly token: string | undefined
  /** The change that it asked for itself. */
  readonly pending: Pending | undefined
}

/** Returns what this browser asked for. */
export async function readPendingBrowser(context: RequestContext, purpose: PendingPurpose): Promise<PendingBrowser> {
  const cookie = await pendingCookie.read(context)
  if (cookie?.purpose !== purpose) return { email: undefined, token: undefined, pending: undefined }
  const { id, email, token } = cookie
  const pending = id === undefined ? undefined : await loadPending(context, { id, purpose })
  return { email, token, pending: pending && (await isFromBrowser(context, pending)) ? pending : undefined }
}

/** Returns the cookie of a browser that opened a link. It keeps what the browser asked for. */
export async function storeOpenedToken(
  context: RequestContext,
  purpose: PendingPurpose,
  token: string,
): Promise<SetCookie> {
  const { id, email } = (await pendingCookie.read(context)) ?? {}
  return pendingCookie.write(context, { purpose, token: token.slice(0, 128), id, email })
}

/** Returns the cookie that ends what this browser asked for. */
export const clearPending = (context: RequestContext): SetCookie[] => pendingCookie.clear(context)

/** Returns whether this browser asked for it. */
export async function isFromBrowser(context: RequestContext, { data }: Pending): Promise<boolean> {
  const secret = readBrowserBinding(context)
  return secret !== undefined && isEqualConstantTime(await sha256(secret), data.browser)
}

/** Returns what a link's token stands for. Changes nothing, because email scanners open links too. */
export async function findByToken(
  context: RequestContext,
  purpose: PendingPurpose,
  token: string | undefined,
): Promise<Pending | undefined> {
  const [, id, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? "") ?? []
  if (id === undefined || secret === undefined) return undefined
  const pending = await loadPending(context, { id, purpose })
  if (!pending || pending.data.decoy) return undefined
  for (const key of context.settings.secrets)
    if (isEqualConstantTime(await tokenHash(context, key, { id, purpose, secret }), pending.data.token)) return pending
  return undefined
}

/**
 * Checks a code in the browser that asked. Counts the try first, over all codes of the address too. Returns what it
 * stands for, or `undefined` if the code is wrong, old or used.
 */
export async function redeemPendingCode(
  context: RequestContext,
  { data: { purpose, email }, record: { id } }: Pending,
  code: unknown,
): Promise<Pending | undefined> {
  const { settings } = context
  if (!(await mayTryCode(context, email))) return undefined
  const target = codeTarget(context, { id, purpose, email })
  return changeRecord(accountRecords(context), { kind: "pending-change", id }, async (record) => {
    const current = record && readPending(context, record, purpose)
    if (!current) return { result: undefined }
    const { correct, state } = await checkEmailCode(settings, target, { state: current.data.code, code })
    const proven = correct && !current.data.decoy
    const data: PendingData = { ...current.data, code: state, ...(proven && { proven }) }
    const text = JSON.stringify(data)
    const changed = { ...current.record, data: text, version: current.record.version + 1 }
    return { update: { data: text }, result: proven ? { data, record: changed } : undefined }
  })
}

async function mayTryCode(context: RequestContext, email: string): Promise<boolean> {
  return (await countCodeAttempt(context, email)) <= CODE_ATTEMPT_LIMITS.perAddressAndDay
}

/** Uses it up. Of several parallel calls, one returns `true`. */
export async function takePending(context: RequestContext, { record }: Pending): Promise<boolean> {
  return (await accountRecords(context).takeAccountRecord("pending-change", record.id)) !== null
}

interface PendingKey {
  id: string
  purpose: PendingPurpose
}

async function loadPending(context: RequestContext, { id, purpose }: PendingKey): Promise<Pending | undefined> {
  const record = await accountRecords(context).getAccountRecord("pending-change", id)
  return record ? readPending(context, record, purpose) : undefined
}

function readPending(
  { settings, site }: RequestContext,
  record: AccountRecord,
  purpose: PendingPurpose,
): Pending | undefined {
  const data = parseJson(pendingData, record.data)
  const isLive = (record.expires?.getTime() ?? 0) > settings.now()
  return isLive && data?.purpose === purpose && data.site === site.url ? { data, record } : undefined
}

async function createToken(context: RequestContext, key: PendingKey): Promise<{ token: string; hash: string }> {
  const secret = base64url(randomBytes(32))
  const hash = await tokenHash(context, context.settings.secrets[0] ?? "", { ...key, secret })
  return { token: `${key.id}.${secret}`, hash }
}

async function tokenHash(
  { site }: RequestContext,
  key: string,
  { id, purpose, secret }: PendingKey & { secret: string },
): Promise<string> {
  return hmac(key, "account token", JSON.stringify([site.url, purpose, id, secret]))
}

function codeTarget({ site }: RequestContext, { id, purpose, email }: PendingKey & { email: string }): EmailCodeTarget {
  return { site: site.url, userId: "", attempt: id, purpose, address: email }
}
