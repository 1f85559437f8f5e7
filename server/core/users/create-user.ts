import type { Account } from "../../types.ts"
import type { VerifiedIdentity } from "./types.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AdapterConflict } from "../../adapters/values.ts"
import type { Settings } from "../config/settings.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import { requireUnreserved } from "./reserved-address.ts"
import { isId, userByEmail, updateUser } from "./users.ts"
import { requireHeld, withAddressClaim } from "./atomically.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import { hmac } from "../crypto/bytes.ts"
import type { Identity } from "../../providers/identity.ts"

/**
 * Requires that new users may open an account. Every sign-in method calls it before it creates a user.
 *
 * @throws {AccessDenied} if `signUp` of `Password()` isn't `"open"`
 */
export function requireOpenSignUp(settings: Settings): void {
  const policy = settings.passwords?.signUp ?? "open"
  if (policy !== "open") throw new AccessDenied(`No user has this account, and \`signUp\` is ${JSON.stringify(policy)}`)
}

/** The settings and the adapter that create a user. */
export interface NewUserContext {
  settings: Settings
  adapter: Adapter
}

/** A user to create. */
export interface NewUser extends Pick<ProfileUser, "name" | "image"> {
  email: string | null
  emailVerified: Date | null
  /** The id, if it is known before. @default a random one */
  id?: string | undefined
  /** Fields of the app's own. */
  extra?: Readonly<Record<string, unknown>>
}

const DECLARED_FIELDS: ReadonlySet<string> = new Set(["id", "email", "emailVerified", "name", "image", "sessionEpoch"])

/** Returns the fields that a `profile` callback added to the declared ones. Auth.js stores them in the user. */
export function extraUserFields(user: ProfileUser): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(user).filter(([name, value]) => !DECLARED_FIELDS.has(name) && value !== undefined),
  )
}

/**
 * Returns the user that {@link createUser} would store.
 *
 * @throws {AuthError} `Verification` if the address is reserved for its former user
 */
export async function planUser({ settings, adapter }: NewUserContext, user: NewUser): Promise<AdapterUser> {
  await requireUnreserved(settings, adapter, user.email)
  return toUser(user)
}

/**
 * Creates a user. Only declared fields are stored: a profile that spreads claims must not set a role, an id or a
 * verification date. In a transaction, the table has a unique key on addresses. Otherwise no other instance gives the
 * address to a user at the same time.
 *
 * @throws {AuthError} `Verification` if the address is reserved for its former user
 * @throws {AdapterConflict} if another user has the address, as a unique key would
 */
export const createUser = (context: NewUserContext, user: NewUser): Promise<AdapterUser> =>
  createUserAnd(context, user, async (created) => created)

/** Creates a user like {@link createUser}, and completes them before any other sign-in may take the address. */
export async function createUserAnd<T>(
  { settings, adapter }: NewUserContext,
  user: NewUser,
  complete: (created: AdapterUser) => Promise<T>,
): Promise<T> {
  const { email } = user
  await requireUnreserved(settings, adapter, email)
  if (email === null || adapter.transaction) return complete(await insertUser(adapter, user))
  return withAddressClaim(settings, email, async (claim) => {
    const holder = await userByEmail(adapter, email)
    if (holder && !(await removeUnfinished(adapter, holder)))
      throw new AdapterConflict("The address belongs to another user")
    const created = await insertUser(adapter, user)
    try {
      requireHeld(claim)
    } catch (error) {
      await adapter.deleteUser?.(created.id)
      throw error
    }
    return complete(created)
  })
}

async function insertUser(adapter: Adapter, planned: NewUser): Promise<AdapterUser> {
  const { email } = planned
  const user = await requireOperation(adapter, "createUser")(toUser(planned))
  if (!isId(user?.id)) throw new AuthError("AdapterError", "The adapter's `createUser` returned no id")
  if (email !== null && user.email !== email && canonicalEmail(user.email) !== canonicalEmail(email))
    throw new AuthError("AdapterError", "The adapter's `createUser` stored another address")
  return user
}

function toUser({ email, emailVerified, id = crypto.randomUUID(), extra = {}, ...profile }: NewUser): AdapterUser {
  const { name = null, image = null } = limitProfile(profile)
  return { ...extra, id, name, image, emailVerified, email: email as string } // databases store a missing address as null
}

/** Stores what belongs to a new user. Without transactions, a failure removes the user again. */
export async function storeWithUser(
  adapter: Adapter,
  { user, account }: { user: AdapterUser; account?: Account },
  { storeMore }: Pick<VerifiedIdentity, "storeMore">,
): Promise<void> {
  try {
    await storeMore?.(adapter, user)
  } catch (error) {
    if (!adapter.transaction) await remove(adapter, user, account).catch(() => undefined) // throw the first error, not this one
    throw error
  }
}

async function remove(adapter: Adapter, user: AdapterUser, account: Account | undefined): Promise<void> {
  if (account) await adapter.unlinkAccount?.(account)
  await adapter.deleteUser?.(user.id)
}

/**
 * A first sign-in creates a user and then links the account. Without transactions, the process may die in between, and
 * the address would stay taken. So the user is created with a mark in the picture's URL that names the account.
 * Linking the account removes the mark. A retry with the same account finds its mark and finishes. No other account
 * matches it, but the address is free for a new user.
 */
const UNFINISHED_MARK = /(?:data:,)?#lk-[\w-]{24}$/
const MAX_IMAGE = 150 // characters; some tables have room for 191

/** Returns the picture of a new user, with the mark of the account to link. */
export async function markedImage(settings: Settings, identity: Identity, image: string | null): Promise<string> {
  const [mark = ""] = await unfinishedMarks(settings, identity)
  return image !== null && image.length <= MAX_IMAGE ? `${image}${mark}` : `data:,${mark}`
}

/** Returns whether a sign-in with this same account created the user and did not finish. */
export async function isUnfinished(
  settings: Settings,
  identity: Identity,
  { image, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified || !image || !UNFINISHED_MARK.test(image)) return false
  return (await unfinishedMarks(settings, identity)).some((mark) => image.endsWith(mark))
}

/** Removes the mark, if the user has one. `image` is the picture that the provider just returned. */
export async function finishUser(adapter: Adapter, user: AdapterUser, image?: string | null): Promise<AdapterUser> {
  if (!user.image || !UNFINISHED_MARK.test(user.image)) return user
  const plain = image ?? (user.image.replace(UNFINISHED_MARK, "") || null)
  return updateUser(adapter, { id: user.id, image: plain })
}

function unfinishedMarks(
  { secrets }: Settings,
  { account: { provider, providerAccountId } }: Identity,
): Promise<string[]> {
  const text = JSON.stringify([provider, providerAccountId])
  return Promise.all(secrets.map(async (secret) => `#lk-${(await hmac(secret, "unfinished user", text)).slice(0, 24)}`))
}

/**
 * Returns the user with this address. Ignores one whose first sign-in never linked an account, so that no one can sign
 * in as them. Only adapters without transactions leave such a user, and {@link removeUnfinished} removes them.
 */
export async function addressHolder(adapter: Adapter, email: string): Promise<AdapterUser | null> {
  const user = await userByEmail(adapter, email)
  return user && !(await isAbandoned(adapter, user)) ? user : null
}

/** Returns whether a first sign-in created the user and has linked no account. One that is running looks the same. */
export async function isAbandoned(adapter: Adapter, { id, image, emailVerified }: AdapterUser): Promise<boolean> {
  if (hasTransaction(adapter) || emailVerified || !image || !UNFINISHED_MARK.test(image)) return false
  if (!adapter.deleteUser || !adapter.listAccounts) return false
  if ((await adapter.listAccounts(id)).length > 0) return false
  return ((await adapter.listAuthenticatorsByUserId?.(id)) ?? []).length === 0
}

/**
 * Removes a user whose first sign-in was abandoned. Call it with the claim on the address: a sign-in that is running
 * has it. Returns `false` if the user may sign in.
 */
export async function removeUnfinished(adapter: Adapter, user: AdapterUser): Promise<boolean> {
  if (!(await isAbandoned(adapter, user))) return false
  await adapter.deleteUser?.(user.id)
  return true
}
