import { hmac } from "../crypto/bytes.ts"
import type { RequestContext } from "../request/auth-request.ts"
import {
  canonicalIdentifier,
  consumeLimit,
  counterSite,
  countInWindow,
  userKey,
  type LimitCount,
} from "../request/consume.ts"
import { knownBrowser, emailIdentity } from "./identity.ts"

/**
 * Returns one spelling for all addresses that may reach one mailbox. Providers ignore case, a tag such as `+news`, and
 * some of them dots.
 */
function canonicalMailbox(address: string): string {
  const canonical = canonicalIdentifier(address)
  const at = canonical.lastIndexOf("@")
  const local = canonical.slice(0, Math.max(at, 0)).replace(/\+.*/, "").replaceAll(".", "")
  if (local === "") return canonical // a phone number, for example
  const domain = canonical.slice(at + 1)
  return `${local}@${domain === "googlemail.com" ? "gmail.com" : domain}`
}

/** The counts of an email: of all browsers, and of the owner's browsers if there was no room in the first. */
export interface MailboxCounts {
  readonly everyone: LimitCount
  /** `undefined` in other browsers. */
  readonly owner: LimitCount | undefined
}

interface MailboxOwner {
  /** Whether the browser counts as one in which the owner signed in before. @default whether it is one */
  isOwner?: boolean | undefined
}

/**
 * Returns the counts of an email to an address. Emails of all kinds and to all spellings of a mailbox share them, on
 * all sites of a database. Otherwise each host that the app accepts could send a mailbox as many.
 */
export async function mailboxCounts(
  context: RequestContext,
  address: string,
  { isOwner }: MailboxOwner = {},
): Promise<MailboxCounts> {
  const key = await userKey(context, `mailbox ${canonicalMailbox(address)}`)
  const isKnown = isOwner ?? (await isOwnersBrowser(context, address))
  return { everyone: { kind: "emailTo", key }, owner: isKnown ? { kind: "emailKnown", key } : undefined }
}

/** Counts an email to an address. Returns the seconds to wait if there were too many. */
export async function consumeMailbox(
  context: RequestContext,
  address: string,
  owner?: MailboxOwner,
): Promise<number | undefined> {
  const counts = await mailboxCounts(context, address, owner)
  const wait = await consumeLimit(context, counts.everyone)
  if (wait === undefined || !counts.owner) return wait
  const ownWait = await consumeLimit(context, counts.owner)
  return ownWait === undefined ? undefined : Math.min(wait, ownWait)
}

/**
 * Returns whether the user of an address signed in with this browser before, with a password or an email. Such a
 * browser has its own limits, so no flood elsewhere keeps its user from an email or a code.
 */
export async function isOwnersBrowser(context: RequestContext, address: string): Promise<boolean> {
  const { settings } = context
  for (const provider of settings.providers.values()) {
    if (provider.type !== "email" && !(provider.type === "credentials" && provider.storedPasswords)) continue
    if ((await knownBrowser(context, emailIdentity(settings, provider, address))) !== undefined) return true
  }
  return false
}

const ONE_DAY = 24 * 60 * 60

/**
 * Counts an attempt at any code that was sent to an address today, in any of its spellings. The owner's browsers count
 * apart from all others, so wrong codes elsewhere don't void the right one there.
 */
export async function countCodeAttempt(context: RequestContext, address: string): Promise<number> {
  const { settings } = context
  const group = (await isOwnersBrowser(context, address)) ? "known\n" : ""
  const text = `${counterSite(context)}\n${group}${canonicalIdentifier(address)}`
  const key = await hmac(settings.secrets[0] ?? "", "code count", text)
  return countInWindow(settings, `codes:${key}`, ONE_DAY)
}
