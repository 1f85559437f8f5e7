import type { AdapterUser } from "../../adapters/contract.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { isSameId } from "../../core/users/users.ts"
import type { Account } from "../../types.ts"
import { atomically } from "../../core/users/atomically.ts"
import { createUser } from "../../core/users/create-user.ts"
import { storeAuthenticator } from "../../core/methods/authenticators.ts"
import { storePasskey } from "../../core/methods/passkeys.ts"
import { storeWithUser } from "../../core/users/plan.ts"
import { addressHolder } from "../../core/users/unfinished.ts"
import type { NewPasskey, ResolvedAccount, VerifiedIdentity } from "../../core/users/types.ts"

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
