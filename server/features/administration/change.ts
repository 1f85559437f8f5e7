import { deleteUser } from "../../core/users/deletion/delete-user.ts"
import { endOldCredentials } from "../../core/methods/end-credentials.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import type { Settings } from "../../core/config/settings.ts"
import { markAddressLeft } from "../../core/users/deleted-address.ts"
import { setDisabled, renewEpoch } from "../../core/users/security-state.ts"
import { emit, emitEvent } from "../../core/request/emit.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import { endAllSessions } from "../../core/sessions/manage.ts"
import { updateUser } from "../../core/users/users.ts"
import { cannotEndSessionsError, describe, loadUser, requireAdministration, requireUsersAdapter } from "./load.ts"
import { toManagedUser } from "./read.ts"
import type { ManagedUser, UserChanges } from "./types.ts"

const FIELDS: readonly string[] = ["name", "image"] satisfies (keyof UserChanges)[]
const MAX_NAME = 256
const MAX_IMAGE = 2048

/** Changes a user's name or picture. */
export async function updateFields(settings: Settings, id: string, changes: UserChanges): Promise<ManagedUser | null> {
  const fields = validChanges(changes)
  const before = await loadUser(settings, id)
  if (!before) return null
  if (Object.keys(fields).length === 0) return toManagedUser(settings, before)
  const user = await updateUser(requireUsersAdapter(settings), { ...fields, id: before.id })
  await emitEvent({ settings }, "updateUser", { user })
  return toManagedUser(settings, user)
}

// An app may pass what a form or a script sent. So every key is checked, also inherited and hidden ones
function validChanges(changes: unknown): Pick<UserChanges, "name" | "image"> {
  if (typeof changes !== "object" || changes === null || Array.isArray(changes))
    throw new TypeError(`The changes are ${describe(changes)}. Pass an object with \`name\` or \`image\``)
  const prototype: unknown = Object.getPrototypeOf(changes)
  const unknown = Reflect.ownKeys(changes).find((key) => typeof key !== "string" || !FIELDS.includes(key))
  if (unknown !== undefined || (prototype !== Object.prototype && prototype !== null)) {
    const unknownKey =
      unknown === undefined ? "another prototype" : `the key ${JSON.stringify(String(unknown).slice(0, 80))}`
    throw new TypeError(`The changes have ${unknownKey}. Only \`name\` and \`image\` can be updated`)
  }
  const { name, image } = changes as UserChanges // it has no other key
  return {
    ...(name !== undefined && { name: validName(name) }),
    ...(image !== undefined && { image: validImage(image) }),
  }
}

function validName(name: unknown): string | null {
  if (name === null) return null
  if (typeof name !== "string" || name.length > MAX_NAME)
    throw new TypeError(`\`name\` is ${tooLong(name)}. Pass at most ${MAX_NAME} characters, or null`)
  return limitProfile({ name }).name ?? null
}

function validImage(image: unknown): string | null {
  if (image === null) return null
  const url = typeof image === "string" && image.length <= MAX_IMAGE ? URL.parse(image) : null
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href
  throw new TypeError(
    `\`image\` is ${tooLong(image)}. Pass an http or https URL of at most ${MAX_IMAGE} characters, or null`,
  )
}

const tooLong = (value: unknown) =>
  typeof value === "string" ? `a text of ${value.length} characters` : describe(value)

/** Disables a user, and ends everything that could open a session of theirs. */
export async function disableUser(settings: Settings, id: string): Promise<boolean> {
  const store = requireAdministration(settings, "disable")
  const user = await loadUser(settings, id)
  if (!user) return false
  const userId = user.id
  // From this write on, every read of a session, attempt, device or link rejects it
  const changed = await setDisabled(store, { userId, at: settings.now() })
  await deleteOldRows(settings, user)
  if (changed) await emit({ settings }, { type: "userDisabled", userId })
  return true
}

/** Lets a disabled user sign in again. */
export async function enableUser(settings: Settings, id: string): Promise<boolean> {
  const store = requireAdministration(settings, "enable")
  const user = await loadUser(settings, id)
  if (!user) return false
  const userId = user.id
  // An invitation from before would count again
  if (user.email) await markAddressLeft(settings, requireUsersAdapter(settings), user.email)
  const changed = await setDisabled(store, { userId, at: undefined })
  if (changed) await emit({ settings }, { type: "userEnabled", userId })
  return true
}

/** Ends all of a user's sessions, and what could open one without a new sign-in. */
export async function revokeUserSessions(settings: Settings, id: string): Promise<boolean> {
  const store = requireAdministration(settings, "revokeSessions")
  const user = await loadUser(settings, id)
  if (!user) return false
  await renewEpoch(store, { userId: user.id, now: settings.now() })
  await deleteOldRows(settings, user)
  return true
}

// The epoch has ended all of them already, so a failure is only logged
async function deleteOldRows(settings: Settings, user: AdapterUser): Promise<void> {
  if (settings.session.strategy === "database") await endAllSessions({ settings }, user.id)
  else await emit({ settings }, { type: "sessionRevoked", userId: user.id, method: "all" })
  await endOldCredentials({ settings }, user)
  await settings.adapter?.deleteAccountRecords?.(user.id, "impersonation")
  if (user.email) await settings.adapter?.deleteVerificationTokens?.(user.email)
}

/**
 * Deletes a user at once.
 *
 * @throws {AuthError} `InvalidConfiguration`, and deletes nothing, if sessions don't read whether their user still
 * exists
 */
export async function deleteAccount(settings: Settings, id: string): Promise<boolean> {
  if (settings.session.strategy === "jwt" && !settings.keepsEpoch) throw cannotEndSessionsError("delete")
  const user = await loadUser(settings, id)
  return user ? deleteUser({ settings }, user.id) : false
}
