import * as v from "valibot"
import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/bytes.ts"
import { AuthError } from "../../errors.ts"
import { parseJson } from "../proofs/change-record.ts"

const KIND = "reserved-address"
const reservation = v.object({ until: v.number() })

type Store = Pick<AccountRecordOperations, "getAccountRecord">

/** An address that a user wants to use. */
interface Claim {
  email: string
  /** The user that may take the address back. */
  userId?: string | undefined
}

/**
 * Returns until when only its former user may use an address, or `undefined` if anyone may. A user's old address is
 * reserved while the change can be undone.
 *
 * @param store the adapter of the transaction, if there is one
 */
export async function reservedUntil(
  settings: Settings,
  { email, userId }: Claim,
  store: Partial<Store> | undefined = settings.adapter,
): Promise<Date | undefined> {
  if (!settings.account.changeEmail || email === "") return undefined
  const records = store?.getAccountRecord ? store : settings.adapter
  for (const secret of settings.secrets) {
    const record = await records?.getAccountRecord?.(KIND, await addressId(secret, email))
    if (record && record.userId !== userId && Number(record.expires) > settings.now())
      return record.expires ?? undefined
  }
  return undefined
}

/**
 * Requires that an address isn't reserved.
 *
 * @param type the error's type
 * @throws {AuthError} `type` if it is reserved
 */
export async function requireUnreserved(
  settings: Settings,
  adapter: Adapter,
  email: string | null,
  type: "OAuthAccountNotLinked" | "Verification" = "Verification",
): Promise<void> {
  if (email === null || (await reservedUntil(settings, { email }, adapter)) === undefined) return
  throw new AuthError(type, "The address is reserved, because it was removed from an account in the last 7 days")
}

/** Reserves a user's old address. */
export async function reserveAddress(
  store: AccountRecordOperations,
  { secrets }: Pick<Settings, "secrets">,
  { email, userId, until }: { email: string; userId: string; until: Date },
): Promise<void> {
  const id = await addressId(secrets[0] ?? "", email)
  const data = JSON.stringify({ until: until.getTime() } satisfies v.InferOutput<typeof reservation>)
  const record = { kind: KIND, id, userId, data, expires: until } as const
  for (let tries = 0; tries < 3; tries++) {
    if (await store.createAccountRecord(record)) return
    const stored = await store.getAccountRecord(KIND, id)
    if (!stored) continue
    // The address had another owner before, and its expired record still exists
    if (stored.userId !== userId) await store.takeAccountRecord(KIND, id)
    else if (latest(stored.data) >= until.getTime()) return
    else if (await store.updateAccountRecord({ ...stored, data, expires: until })) return
  }
  throw new AuthError("AdapterError", "The old address could not be reserved")
}

const latest = (data: string) => parseJson(reservation, data)?.until ?? 0

/** Ends the reservations of a user's old addresses, except `kept`. */
export async function releaseAddresses(
  store: AccountRecordOperations,
  { secrets }: Pick<Settings, "secrets">,
  { userId, kept }: { userId: string; kept: readonly string[] },
): Promise<void> {
  const ids = await Promise.all(secrets.flatMap((secret) => kept.map((email) => addressId(secret, email))))
  for (const { id } of await store.listAccountRecords(KIND, userId))
    if (!ids.includes(id)) await store.takeAccountRecord(KIND, id)
}

// A provider's own `normalizeIdentifier` may keep capital letters
async function addressId(secret: string, email: string): Promise<string> {
  return hmac(secret, "reserved address", canonicalEmail(email))
}
