import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { ProfileUser } from "../providers/types.ts"
import { boundedProfile } from "./bounded-profile.ts"
import { normalEmail } from "./email.ts"

/** The user with exactly this address: a database whose collation takes another's for it hands out nobody. */
export async function userByEmail(adapter: Adapter, email: string | null): Promise<AdapterUser | null> {
  if (email === null) return null
  const user = await required(adapter, "getUserByEmail")(email)
  return user && normalEmail(user.email) === email ? user : null
}

/** The user with exactly this id. */
export async function userById(adapter: Adapter, id: string): Promise<AdapterUser | null> {
  const user = await required(adapter, "getUser")(id)
  return user && sameId(user.id, id) ? user : null
}

/**
 * Makes a user. Only declared fields are stored: a profile that spreads claims must not set a role, an id or a
 * verification date.
 */
export async function createUser(
  adapter: Adapter,
  profile: Pick<ProfileUser, "name" | "image">,
  { email, emailVerified }: { email: string | null; emailVerified: Date | null },
): Promise<AdapterUser> {
  const { name = null, image = null } = boundedProfile(profile)
  const wanted = { id: crypto.randomUUID(), name, image, emailVerified }
  const user = await required(adapter, "createUser")({ ...wanted, email: email as string }) // databases keep no address as null
  if (!isId(user?.id)) throw new AuthError("AdapterError", "createUser answered no id")
  if (email !== null && user.email !== email) throw new AuthError("AdapterError", "createUser stored another address")
  return user
}

/** Whether a user can have this id. Some databases of other adapters count their users: their ids are numbers. */
export function isId(id: unknown): boolean {
  return (typeof id === "string" && id !== "") || (typeof id === "number" && Number.isSafeInteger(id))
}

/** Whether two ids are one, in whichever of the two forms. */
export function sameId(one: unknown, other: unknown): boolean {
  return isId(one) && isId(other) && String(one) === String(other)
}
