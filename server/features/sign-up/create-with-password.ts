import { FIRST_EPOCH } from "../../core/users/security-state.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { writePassword } from "../password/stored-password.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import {
  createUser,
  extraUserFields,
  storeWithUser,
  addressHolder,
  type NewUser,
  type NewUserContext,
} from "../../core/users/create-user.ts"
import { accountRecordsIn } from "../../core/proofs/records.ts"
import { plannedId } from "../../core/users/decide.ts"
import type { VerifiedIdentity, NewPasskey, ResolvedAccount } from "../../core/users/types.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { isSameId } from "../../core/users/users.ts"
import type { Account } from "../../types.ts"
import { atomically } from "../../core/users/atomically.ts"
import { storeAuthenticator } from "../../core/methods/authenticators.ts"
import { storePasskey } from "../../core/methods/passkeys.ts"

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

/** Returns the error for a link, code or invitation that can't create an account anymore. */
export const usedError = (): AuthError =>
  new AuthError("Verification", "The link, code or invitation was used or revoked, or the address has an account now")

/**
 * Creates a user whose address was just proven, and their first passkey: both or neither. The user's id is the
 * passkey's user handle, so it was chosen before.
 *
 * @throws {AuthError} `Verification` if the address has an account; `AdapterError` if the adapter stores another id
 */
export async function createWithPasskey(
  context: RequestContext,
  { email, account, newPasskey }: { email: string; account: Account; newPasskey: NewPasskey },
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { settings } = context
  const { now } = settings
  const adapter = requireAdapter(settings.adapter, "`Passkey({ signUp: true })`")
  const { aaguid, ...passkey } = newPasskey
  const id = passkey.userId
  const user = await atomically(adapter, email, async (within): Promise<AdapterUser> => {
    if ((await addressHolder(within, email)) !== null) throw usedError()
    const created = await createUser({ settings, adapter: within }, { id, email, emailVerified: new Date(now()) })
    try {
      if (!isSameId(created.id, id))
        throw new AuthError("AdapterError", "`createUser` stored another id. A sign-up with a passkey needs its own id")
      await storePasskey(within, passkey, { ...account, userId: id })
    } catch (error) {
      // Without a transaction, nothing else removes the user
      if (!within.transaction) await requireOperation(within, "deleteUser")(created.id)
      throw error
    }
    await storeWithUser(within, { user: created, account: { ...account, userId: id } }, verified)
    return created
  })
  await storeAuthenticator(context, account.provider, { ...passkey, aaguid })
  return {
    user,
    account: { ...account, userId: id },
    isNewUser: true,
    events: [
      { name: "createUser", message: { user } },
      { name: "linkAccount", message: { user, account: { ...account, userId: id }, profile: user } },
    ],
  }
}
