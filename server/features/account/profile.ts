import type { ProfileField } from "../../../client/account-contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { SessionRequired } from "../../errors.ts"
import { securityState } from "../../core/users/security-state.ts"
import { emitEvent } from "../../core/request/emit.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { withoutInvisible } from "../../providers/limit-profile.ts"
import { isSignedIn, updateUser, userById } from "../../core/users/users.ts"
import { deleteRows } from "../../core/users/deletion/delete-rows.ts"

/** The most characters of a name that a user types. */
const MAX_NAME = 100
/** The most characters of a picture's URL. */
const MAX_IMAGE = 2048

/** The new values of a profile. A field that isn't there stays. */
export type ProfileChanges = Partial<Record<ProfileField, string | null>>

const READERS: Readonly<Record<ProfileField, (value: string) => string | null | undefined>> = {
  name: readName,
  image: readImage,
}

/**
 * Reads the fields of a profile from a form. It ignores every other field: only these can be changed.
 *
 * @returns `undefined` if a field isn't valid or may not be changed, or the form has none
 */
export function readProfile(
  fields: Readonly<Record<string, string | undefined>>,
  allowed: readonly ProfileField[],
): ProfileChanges | undefined {
  const changes: ProfileChanges = {}
  for (const field of ["name", "image"] as const) {
    const typed = fields[field]
    if (typed === undefined) continue
    const value = allowed.includes(field) ? READERS[field](typed) : undefined
    if (value === undefined) return undefined
    changes[field] = value
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

function readName(typed: string): string | undefined {
  if (typed.length > MAX_NAME * 4) return undefined
  const name = withoutInvisible(typed.toWellFormed()).replaceAll(/\s+/gu, " ").trim().normalize("NFC")
  return name.length <= MAX_NAME && /[\p{L}\p{N}\p{S}\p{P}]/u.test(name) ? name : undefined
}

/** Returns the URL of a picture, `null` to remove it, or `undefined` if browsers shouldn't load it. */
function readImage(typed: string): string | null | undefined {
  if (typed === "") return null
  if (typed.length > MAX_IMAGE || !/^https:\/\/[^\s\\]+$/i.test(typed)) return undefined
  const url = URL.parse(typed)
  const isSafe = url?.protocol === "https:" && url.username === "" && url.password === "" && url.hostname.includes(".")
  return isSafe && url.href.length <= MAX_IMAGE ? url.href : undefined
}

/**
 * Changes a user's profile and emits `updateUser`.
 *
 * @throws {SessionRequired} if the user was deleted or signed out meanwhile
 */
export async function changeProfile(
  context: ActionContext,
  userId: string,
  changes: ProfileChanges,
): Promise<AdapterUser> {
  const { settings } = context
  const adapter = settings.adapter ?? {}
  const before = await userById(adapter, userId)
  if (!before) throw new SessionRequired("The user was deleted")
  const user = await updateUser(adapter, { id: userId, ...changes })
  const { isGone, disabledAt, closing } = await securityState(settings, userId)
  // The update of some adapters writes the whole user, and would bring a deleted one back
  if (isGone && (disabledAt === undefined || closing?.started)) {
    await deleteRows(settings, userId)
    throw new SessionRequired("The user was deleted")
  }
  // A reset that ended the session meanwhile did not see this change
  if (!(await isSignedIn(context, userId))) {
    const { name, image } = before
    await updateUser(adapter, { id: userId, name, image })
    throw new SessionRequired("The user was signed out during the change")
  }
  await emitEvent(context, "updateUser", { user })
  return user
}
