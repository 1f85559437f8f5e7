import type { AccountKey, Adapter, AdapterAccount, AdapterUser } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import { sha256 } from "../crypto/bytes.ts"
import type { Identity } from "../../providers/identity.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { isSameId, userById } from "./users.ts"

/**
 * Stores that a user was reclaimed: the owner proved the mailbox without being signed in as this user (see
 * `reclaim.ts`).
 *
 * Some adapters have a column for the session epoch. Others, such as those of Auth.js, can neither list accounts nor
 * end all sessions of a user. For them, one row among the user's accounts says that the user was reclaimed, and another
 * row names each account that was linked since. Older sessions and accounts are then rejected when they are used.
 */
const MARKER_FIELDS = { provider: "email", type: "email" } as const // no OAuth provider can have this id

const MAX_CACHED_USERS = 10_000
// A user is reclaimed at the first proof of the mailbox or never, so the result never changes
const knownUsers = memoize((_adapter: Adapter) => new LruMap<string, boolean>(MAX_CACHED_USERS))

/** Returns whether the adapter stores which provider verified an account's email, and can remove the other accounts. */
export function canRecordProofs({ listAccounts, unlinkAccount, updateAccount }: Adapter): boolean {
  return Boolean(listAccounts && unlinkAccount && updateAccount)
}

/**
 * Returns the time of a proof made at `now`. It is a whole second, which databases store exactly, and later than all
 * sessions so far.
 */
export function proofTime(now: number): Date {
  return new Date((Math.floor(now / 1000) + 1) * 1000)
}

/** Stores that the user is reclaimed, for adapters without a session epoch. Call it before `emailVerified` is set. */
export async function markReclaimed(adapter: Adapter, { id }: AdapterUser): Promise<void> {
  const key = await markerKey(id)
  if (await requireOperation(adapter, "getUserByAccount")(key)) return
  await requireOperation(adapter, "linkAccount")({ ...MARKER_FIELDS, ...key, userId: id })
}

/** Returns when the user was reclaimed, in milliseconds since the epoch, or `undefined`. */
async function reclaimedAt(adapter: Adapter, user: AdapterUser): Promise<number | undefined> {
  if (adapter.keepsSessionEpoch) return user.sessionEpoch?.getTime()
  const verified = user.emailVerified ? new Date(user.emailVerified).getTime() : undefined
  if (verified === undefined || !adapter.getUserByAccount) return undefined
  const cache = knownUsers(adapter)
  const name = `${user.id} ${verified}`
  const marked = cache.get(name) ?? isSameId((await adapter.getUserByAccount(await markerKey(user.id)))?.id, user.id)
  cache.set(name, marked)
  return marked ? verified : undefined
}

/** Returns whether a session was opened before its user was reclaimed. `start` is in seconds. */
export async function isEvicted(adapter: Adapter, user: AdapterUser, start: number | undefined): Promise<boolean> {
  const at = await reclaimedAt(adapter, user)
  return at !== undefined && (start === undefined || start * 1000 < at)
}

/** Returns whether a session token was made before its user was reclaimed. */
export function isTokenEvicted(settings: Settings, token: JWT): Awaitable<boolean> {
  const { adapter } = settings
  if (!adapter || token.sub === undefined || !canBeEvicted(settings, token)) return false
  return isUserEvicted(adapter, token.sub, token.auth_time)
}

async function isUserEvicted(adapter: Adapter, sub: string, start: unknown): Promise<boolean> {
  const user = await userById(adapter, sub)
  return user !== null && isEvicted(adapter, user, typeof start === "number" ? start : undefined)
}

// A user is reclaimed at the first proof of the mailbox or never, so later sessions need no database lookup
function canBeEvicted({ adapter, providers, emailProviders, rules }: Settings, { email_proven: proven }: JWT): boolean {
  if (!adapter?.getUser || proven === true) return false
  if (emailProviders.length > 0) return true
  return [...providers.values()].some(
    (provider) => rules.linkingProvesEmail && Reflect.get(provider, "allowDangerousEmailAccountLinking") === true,
  )
}

/**
 * Returns whether an account may still open its user. If the adapter can't list accounts, those from before the user
 * was reclaimed are still linked. Of those, only accounts whose provider verifies the user's email are accepted.
 */
export async function mayUseAccount(
  adapter: Adapter,
  user: AdapterUser,
  { account, emailProven, user: { email } }: Identity,
): Promise<boolean> {
  if (canRecordProofs(adapter) || (emailProven && normalizeEmail(email) === normalizeEmail(user.email))) return true
  if ((await reclaimedAt(adapter, user)) === undefined) return true
  const linkedSince = await requireOperation(adapter, "getUserByAccount")(await confirmationKey(user.id, account))
  return isSameId(linkedSince?.id, user.id)
}

/** Stores that an account was linked since the user was reclaimed, if the adapter can't tell otherwise. */
export async function confirmAccount(adapter: Adapter, user: AdapterUser, account: AccountKey): Promise<void> {
  if (canRecordProofs(adapter) || (await reclaimedAt(adapter, user)) === undefined) return
  const key = await confirmationKey(user.id, account)
  if (await requireOperation(adapter, "getUserByAccount")(key)) return
  await requireOperation(adapter, "linkAccount")({ ...MARKER_FIELDS, ...key, userId: user.id } satisfies AdapterAccount)
}

async function markerKey(userId: string): Promise<AccountKey> {
  return hashedKey("reclaimed", userId)
}

async function confirmationKey(userId: string, { provider, providerAccountId }: AccountKey): Promise<AccountKey> {
  return hashedKey("linked", userId, provider, providerAccountId)
}

async function hashedKey(kind: string, ...parts: readonly string[]): Promise<AccountKey> {
  return { provider: MARKER_FIELDS.provider, providerAccountId: `${kind}-${await sha256(JSON.stringify(parts))}` }
}
