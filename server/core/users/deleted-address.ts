import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { base64url, hmac, randomBytes } from "../crypto/bytes.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import { putRecord } from "../proofs/change-record.ts"

const DAY = 24 * 60 * 60 * 1000

/** The longest time that an invitation can be accepted, in milliseconds. */
export const MAX_INVITATION = 90 * DAY

/** Returns whether users can be deleted: by themselves, or by the app. */
export function canDeleteUsers(settings: Settings): boolean {
  return settings.account.deletion !== undefined || settings.canDisable
}

/**
 * Stores that an address lost its user, who was deleted, got another address or was disabled meanwhile. Auth.js
 * adapters can't delete links by their address. So a link contains the mark that it found, and no link from before
 * opens a later user's account.
 */
export async function markAddressLeft(settings: Settings, adapter: Adapter, email: string): Promise<void> {
  if (!hasAccountRecords(adapter)) return
  const id = await addressId(settings.secrets[0] ?? "", email)
  const data = JSON.stringify(base64url(randomBytes(12)))
  const expires = new Date(settings.now() + 2 * longestLife(settings))
  await putRecord(adapter, { kind: "deletion", id, userId: null, data, expires })
}

/**
 * Returns the marks that a link to an address without a user may contain. `""` stands for none. New links contain the
 * first one.
 */
export async function addressMarks(settings: Settings, email: string): Promise<readonly [string, ...string[]]> {
  const { adapter, secrets, now } = settings
  for (const secret of secrets) {
    const record = await adapter?.getAccountRecord?.("deletion", await addressId(secret, email))
    const timeLeft = Number(record?.expires) - now()
    if (!record || !(timeLeft > 0)) continue
    // In the second half of its life, all links from before the deletion have expired
    return timeLeft > longestLife(settings) ? [record.data] : ["", record.data]
  }
  return [""]
}

/** Returns for how many milliseconds a link may work. */
function longestLife(settings: Settings): number {
  const lives = settings.emailProviders.map(({ maxAge = 0 }) => maxAge)
  return Math.max(settings.passwords ? MAX_INVITATION : DAY, ...lives.map((seconds) => seconds * 1000))
}

// A provider's own `normalizeIdentifier` may keep capital letters, or return a phone number
const addressId = (secret: string, email: string) => hmac(secret, "deleted address", canonicalEmail(email))
