import * as v from "valibot"
import type { EmailDetails } from "../../../client/account-contract.ts"
import type { AccountRecord } from "../../adapters/account-record.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { parseJson } from "../proofs/change-record.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { accountRecords } from "../proofs/records.ts"

const pendingEmail = v.object({ purpose: v.literal("change-email"), site: v.string(), email: v.string() })

/** A new address that waits for its proof. */
interface PendingEmail {
  readonly email: string
  readonly record: AccountRecord
}

/** Returns a user's new addresses that wait for their proof on this site. Only the first, newest one counts. */
export async function pendingEmails(context: RequestContext, userId: string): Promise<PendingEmail[]> {
  const { settings, site } = context
  const records = await accountRecords(context).listAccountRecords("pending-change", userId)
  const changes = records.flatMap((record) => {
    const data = parseJson(pendingEmail, record.data)
    const isLive = data?.site === site.url && Number(record.expires) > settings.now()
    return isLive ? [{ email: data.email, record }] : []
  })
  // Two requests in one millisecond need an order too
  return changes.toSorted(({ record: one }, { record: other }) => {
    const later = Number(other.expires) - Number(one.expires)
    return later === 0 ? (one.id < other.id ? -1 : 1) : later
  })
}

/**
 * Ends a user's changes of the address that wait for their proof: all, or those older than one. Returns how many it
 * ended.
 */
export async function cancelEmailChanges(context: RequestContext, userId: string, newest?: string): Promise<number> {
  const changes = await pendingEmails(context, userId)
  const place = newest === undefined ? -1 : changes.findIndex(({ record }) => record.id === newest)
  if (newest !== undefined && place === -1) return 0 // a newer one has ended it
  const waiting = changes.slice(place + 1)
  const store = accountRecords(context)
  const takenRecords = await Promise.all(
    waiting.map(({ record }) => store.takeAccountRecord("pending-change", record.id)),
  )
  return takenRecords.filter((record) => record !== null).length
}

const pendingReset = v.object({ purpose: v.literal("reset-password") })

/** Ends a user's links for a new password. The user's other pending changes stay: a stranger can request a reset. */
export async function cancelResets(context: RequestContext, userId: string): Promise<void> {
  const store = accountRecords(context)
  const records = await store.listAccountRecords("pending-change", userId)
  const resets = records.filter(({ data }) => parseJson(pendingReset, data) !== undefined)
  await Promise.all(resets.map(({ id }) => store.takeAccountRecord("pending-change", id)))
}

/** Returns the user's address as the account page shows it, or `undefined` if the user can't change it. */
export async function emailDetails(
  context: RequestContext,
  user: AdapterUser | null,
): Promise<EmailDetails | undefined> {
  if (!context.settings.account.changeEmail || !user) return undefined
  const [newest] = await pendingEmails(context, user.id)
  return {
    verified: Boolean(user.email) && Boolean(user.emailVerified),
    pending: newest ? { email: newest.email, expires: newest.record.expires?.toISOString() ?? "" } : null,
  }
}
