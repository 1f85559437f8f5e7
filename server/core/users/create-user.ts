import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { canonicalEmail } from "../../adapters/canonical-email.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AdapterConflict } from "../../adapters/values.ts"
import { passwordSettings } from "../config/passwords.ts"
import type { Settings } from "../config/settings.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import { requireUnreserved } from "./reserved-address.ts"
import { isId, userByEmail } from "./users.ts"
import { requireHeld, withAddressClaim } from "./atomically.ts"
import { removeUnfinished } from "./unfinished.ts"

/**
 * Requires that new users may open an account. Every sign-in method calls it before it creates a user.
 *
 * @throws {AccessDenied} if `signUp` of `Password()` isn't `"open"`
 */
export function requireOpenSignUp(settings: Settings): void {
  const policy = passwordSettings(settings)?.signUp ?? "open"
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
