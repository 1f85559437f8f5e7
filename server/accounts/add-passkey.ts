import type { Adapter, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"
import { AuthError, WebAuthnVerificationError } from "../errors.ts"
import type { VerifiedIdentity } from "./types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { atomically } from "./atomically.ts"
import { storePasskey } from "./passkeys.ts"
import { isSignedIn } from "./revalidate.ts"

/** What the `linkAccount` event says. */
interface AddedPasskey {
  linked: { account: Account; user: AdapterUser; profile: AdapterUser }
}

/** Stores the passkey that its owner adds. */
export async function addPasskey(
  context: ActionContext,
  { owner, newPasskey, identity: { account } }: VerifiedIdentity,
): Promise<AddedPasskey> {
  const { adapter } = context.settings
  if (!adapter || !owner || !newPasskey)
    throw new AuthError("MissingAdapter", "Passkeys need an `adapter` and an owner")
  await atomically(adapter, `ways\n${owner.id}`, (within) => storePasskey(within, newPasskey, account))
  if (!(await isSignedIn(context, owner.id))) await undoAdd(adapter, newPasskey, account)
  return { linked: { account, user: owner, profile: owner } }
}

// Whoever proved the mailbox meanwhile has put out who was inside (see `reclaim.ts`), and did not see this passkey
async function undoAdd(
  adapter: Adapter,
  { credentialID }: AdapterAuthenticator,
  { provider, providerAccountId }: Account,
): Promise<never> {
  // The account first: without it the passkey opens nothing, also where the adapter deletes none
  await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  await requireOperation(adapter, "deleteAuthenticator")(credentialID)
  throw new WebAuthnVerificationError("The user was signed out while the passkey was being made")
}
