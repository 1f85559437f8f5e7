import type { Adapter, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"
import { AuthError, WebAuthnVerificationError } from "../errors.ts"
import type { VerifiedIdentity } from "./types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { atomically } from "./atomically.ts"
import { storePasskey } from "./passkeys.ts"
import { isSignedIn } from "./revalidate.ts"

/** The message of the `linkAccount` event. */
interface AddedPasskey {
  linked: { account: Account; user: AdapterUser; profile: AdapterUser }
}

/** Stores a passkey that the signed-in user adds. */
export async function addPasskey(
  context: ActionContext,
  { owner, newPasskey, identity: { account } }: VerifiedIdentity,
): Promise<AddedPasskey> {
  const { adapter } = context.settings
  if (!adapter || !owner || !newPasskey)
    throw new AuthError("MissingAdapter", "A new passkey needs an `adapter` and a signed-in user")
  await atomically(adapter, `ways\n${owner.id}`, (within) => storePasskey(within, newPasskey, account))
  if (!(await isSignedIn(context, owner.id))) await undoAdd(adapter, newPasskey, account)
  return { linked: { account, user: owner, profile: owner } }
}

// Proof of the mailbox removes earlier sign-in methods (see `reclaim.ts`). If it came in between, it did not see this
// passkey
async function undoAdd(
  adapter: Adapter,
  { credentialID }: AdapterAuthenticator,
  { provider, providerAccountId }: Account,
): Promise<never> {
  // The account first: without it the passkey opens nothing, even if the adapter can't delete passkeys
  await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  await requireOperation(adapter, "deleteAuthenticator")(credentialID)
  throw new WebAuthnVerificationError("The user was signed out while adding the passkey")
}
