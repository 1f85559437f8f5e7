import type { AccountRecord } from "../../../adapters/account-record.ts"
import type { AdapterUser } from "../../../adapters/contract.ts"
import type { Settings } from "../../config/settings.ts"
import { sweepExpired } from "../../config/background.ts"
import { base64url, isEqualConstantTime, hmac, randomBytes } from "../../crypto/bytes.ts"
import { asError, AuthError } from "../../../errors.ts"
import { canSendNotice, sendNotice, type Notice } from "../../emails/notice.ts"
import type { ActionContext } from "../../request/action-context.ts"
import type { RequestContext } from "../../request/auth-request.ts"
import { userById } from "../users.ts"
import { accountRecords } from "../../proofs/records.ts"
import { isAddressProven } from "../reclaim.ts"
import { readUndoData, UNDO_LIFETIMES, undoSubject, type UndoData, type UndoDataFor } from "./data.ts"

/** An event that a link may undo. */
export interface StoredUndo<Data extends UndoData = UndoData> {
  readonly data: Data
  readonly record: AccountRecord
}

/** An event that a link may undo, and its user. */
export interface Undo extends StoredUndo {
  readonly user: AdapterUser
}

/** The link of a security email. */
export interface UndoLink {
  url: string
  expires: Date
}

type WithoutProof<Data> = Data extends UndoData ? Omit<Data, "site" | "token"> : never

/** An event to store. */
export type NewUndo = WithoutProof<UndoData>

/**
 * Stores an event and returns the link that undoes it. The record's kind isn't `pending-change`, because a reset of the
 * password deletes those, and an attacker may request one.
 *
 * @param id a random id. If a record has it already, that record gets a new link
 */
export async function createUndo(
  context: RequestContext,
  user: { id: string },
  event: NewUndo,
  id = base64url(randomBytes(16)),
): Promise<UndoLink> {
  const { settings, site } = context
  const [secret, userId] = [base64url(randomBytes(32)), user.id]
  const unsigned = { ...event, site: site.url, token: "" } as UndoData // the event has the fields of its kind
  const token = await tokenHash(context, settings.secrets[0] ?? "", { id, secret, userId, data: unsigned })
  const data = JSON.stringify({ ...unsigned, token })
  const expires = new Date(event.at + UNDO_LIFETIMES[event.kind])
  const store = accountRecords(context)
  if (!(await store.createAccountRecord({ kind: "undo", id, userId, data, expires }))) {
    const stored = await store.getAccountRecord("undo", id)
    const isOwn = stored?.userId === userId && readUndoData(stored.data)?.kind === event.kind
    if (!isOwn || !(await store.updateAccountRecord({ ...stored, data, expires })))
      throw new AuthError("AdapterError", "The id of the record is taken")
  }
  // A deletion removes the user's records last, and an email after a response may store this one later than that
  if (settings.adapter && !(await userById(settings.adapter, userId))) await store.takeAccountRecord("undo", id)
  sweepExpired(settings)
  return { url: `${site.url}/undo?token=${id}.${secret}`, expires }
}

/**
 * Creates the link of an event like {@link createUndo}. Returns `undefined` without account records, and if the
 * database fails: the email is more important than its link.
 */
export async function createUndoLink(
  context: RequestContext,
  user: { id: string },
  event: NewUndo,
): Promise<UndoLink | undefined> {
  const { adapter, logger } = context.settings
  if (!adapter?.createAccountRecord) return undefined
  try {
    return await createUndo(context, user, event)
  } catch (thrown) {
    const err = asError(thrown)
    const message = `The link of the email "${event.kind}" was not stored: ${err.message}`
    logger.error(new AuthError("AdapterError", message, { err }))
    return undefined
  }
}

/** Returns what a link's token may undo. Changes nothing, because email scanners open links too. */
export async function findUndo(context: RequestContext, token: string | null | undefined): Promise<Undo | undefined> {
  const { settings, site } = context
  const [, id, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? "") ?? []
  if (id === undefined || secret === undefined || !settings.adapter) return undefined
  const record = await accountRecords(context).getAccountRecord("undo", id)
  const data = record ? readUndoData(record.data) : undefined
  if (!data || !record?.userId || data.site !== site.url) return undefined
  if (!isOpen(context, record)) return undefined
  const { userId } = record
  const hashes = settings.secrets.map((key) => tokenHash(context, key, { id, secret, userId, data }))
  if (!(await Promise.all(hashes)).some((hash) => isEqualConstantTime(hash, data.token))) return undefined
  const user = await userById(settings.adapter, userId)
  return user ? { data, user, record } : undefined
}

/**
 * Returns the user's changes of the address that can still be undone, on any site of the database. The oldest is first.
 */
export async function openEmailUndos(
  context: Pick<RequestContext, "settings">,
  userId: string,
): Promise<StoredUndo<UndoDataFor<"email-changed">>[]> {
  const { adapter } = context.settings
  const records = (await adapter?.listAccountRecords?.("undo", userId)) ?? []
  return records
    .flatMap((record) => {
      const data = isOpen(context, record) ? readUndoData(record.data) : undefined
      return data?.kind === "email-changed" && data.from !== "" ? [{ data, record }] : []
    })
    .toSorted((one, other) => one.data.at - other.data.at)
}

/**
 * Returns until when a change of the user's address can be undone, or `undefined` if none can. The account can't be
 * deleted before.
 */
export async function openEmailUndo(
  context: Pick<RequestContext, "settings">,
  userId: string,
): Promise<Date | undefined> {
  return (await openEmailUndos(context, userId)).at(-1)?.record.expires ?? undefined
}

/**
 * Returns the addresses that get an email about a change of the account. The user's is one of them if it is proven: an
 * unproven one may be another person's. The oldest address is one while a change of the address can be undone.
 */
export async function noticeAddresses(
  context: Pick<RequestContext, "settings">,
  { id, email }: { id: string; email?: string | null | undefined },
): Promise<string[]> {
  const { settings } = context
  const [oldest] = await openEmailUndos(context, id)
  const user = settings.adapter && (await userById(settings.adapter, id))
  const own = user && (await isProvenAddress(settings, { ...user, email: email ?? "" })) ? email : undefined
  return [...new Set([own ?? "", oldest?.data.from ?? ""])].filter((address) => address !== "")
}

/**
 * Emails a user about an event of their account, with a link that undoes it, for users who didn't do it. Without an
 * email provider it does nothing.
 */
export async function notifyWithUndo(
  context: ActionContext,
  user: Parameters<typeof noticeAddresses>[1],
  event: NewUndo,
  notice: Omit<Notice, "kind"> = {},
): Promise<void> {
  if (!canSendNotice(context, user.email)) return
  const link = await createUndoLink(context, user, event)
  await notifyUser(context, user, { kind: event.kind, ...notice, ...link })
}

/** Emails a user about a change of their account, at the addresses of {@link noticeAddresses}. */
export async function notifyUser(
  context: ActionContext,
  user: Parameters<typeof noticeAddresses>[1],
  notice: Notice,
): Promise<void> {
  for (const email of await noticeAddresses(context, user)) sendNotice(context, email, notice)
}

/** Returns whether a user's address is theirs. Without `listAccounts`, a provider may have proven it. */
export async function isProvenAddress(settings: Settings, user: AdapterUser): Promise<boolean> {
  const { adapter } = settings
  if (user.emailVerified || !adapter?.listAccounts) return true
  return isAddressProven(settings, adapter, user)
}

const isOpen = ({ settings }: Pick<RequestContext, "settings">, { expires }: AccountRecord) =>
  (expires?.getTime() ?? 0) > settings.now()

interface UndoKey {
  id: string
  secret: string
  userId: string
  data: UndoData
}

async function tokenHash({ site }: RequestContext, key: string, undo: UndoKey): Promise<string> {
  const { id, secret, userId, data } = undo
  return hmac(key, "undo token", JSON.stringify([site.url, data.kind, id, userId, undoSubject(data), secret]))
}
