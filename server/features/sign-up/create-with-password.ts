import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { writePassword } from "../password/password-record.ts"
import { FIRST_EPOCH } from "../../core/config/passwords.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { createUser, extraUserFields, type NewUser, type NewUserContext } from "../../core/users/create-user.ts"
import { usedError } from "./create-with-passkey.ts"
import { accountRecordsIn } from "../../core/proofs/records.ts"
import { plannedId, storeWithUser } from "../../core/users/plan.ts"
import type { VerifiedIdentity } from "../../core/users/types.ts"

interface NewAccount {
  email: string
  /** The hash of the password. */
  hash: string
  /** The values of the app's own fields. */
  fields: Readonly<Record<string, string>>
  verified: VerifiedIdentity
}

/**
 * Creates a user whose address was just proven, with their password: both or neither.
 *
 * @throws {AuthError} `Verification` if the new user's id has a password already
 */
export async function createWithPassword(
  context: ActionContext,
  adapter: Adapter,
  { email, hash, fields, verified }: NewAccount,
): Promise<AdapterUser> {
  const { settings } = context
  const now = settings.now()
  const created = await createUser(
    { settings, adapter },
    newPasswordUser({ settings, adapter }, { email, fields, verified }),
  )
  try {
    const password = { userId: created.id, hash, byEmail: false, epoch: FIRST_EPOCH, keepEpoch: true, now }
    if ((await writePassword(accountRecordsIn(adapter, context), password)) === undefined) throw usedError()
  } catch (error) {
    // Without a transaction, nothing else removes the user, who would keep the address without a password
    if (!adapter.transaction) await Promise.resolve(adapter.deleteUser?.(created.id)).catch(() => undefined) // throw the first error, not this one
    throw error
  }
  await storeWithUser(adapter, { user: created }, verified)
  return created
}

/** Returns the user to create, with the fields of the form that the adapter stores. */
export function newPasswordUser(
  { settings, adapter }: NewUserContext,
  { email, fields, verified }: Omit<NewAccount, "hash">,
): NewUser {
  const own = adapter.userFields?.map((name) => [name, fields[name] || undefined]) ?? []
  const extra = extraUserFields(Object.fromEntries(own) as ProfileUser) // leaves out an id and the like
  return {
    id: plannedId(verified),
    name: fields["name"] || null,
    email,
    emailVerified: new Date(settings.now()),
    extra,
  }
}
