import type { Adapter, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { required } from "../adapters/required.ts"
import { AuthError, WebAuthnVerificationError } from "../errors.ts"
import type { Identified } from "./types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { atomically } from "./atomically.ts"
import { storePasskey } from "./passkeys.ts"
import { isSignedIn } from "./revalidate.ts"

/** What the `linkAccount` event says. */
interface Added {
  linked: { account: Account; user: AdapterUser; profile: AdapterUser }
}

/** Stores the passkey that its owner adds. */
export async function addPasskey(
  routed: Routed,
  { owner, newPasskey, identity: { account } }: Identified,
): Promise<Added> {
  const { adapter } = routed.settings
  if (!adapter || !owner || !newPasskey)
    throw new AuthError("MissingAdapter", "Passkeys need an `adapter` and an owner")
  await atomically(adapter, `ways\n${owner.id}`, (within) => storePasskey(within, newPasskey, account))
  if (!(await isSignedIn(routed, owner.id))) await takeBack(adapter, newPasskey, account)
  return { linked: { account, user: owner, profile: owner } }
}

// Whoever proved the mailbox meanwhile has put out who was inside (see `reclaim.ts`), and did not see this passkey
async function takeBack(
  adapter: Adapter,
  { credentialID }: AdapterAuthenticator,
  { provider, providerAccountId }: Account,
): Promise<never> {
  // The account first: without it the passkey opens nothing, also where the adapter deletes none
  await required(adapter, "unlinkAccount")({ provider, providerAccountId })
  await required(adapter, "deleteAuthenticator")(credentialID)
  throw new WebAuthnVerificationError("The user was signed out while the passkey was being made")
}
