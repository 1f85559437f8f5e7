import type { AdapterUser, Account } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import type { Identified } from "../identify/index.ts"
import { atomically } from "./atomically.ts"
import { storePasskey } from "./passkeys.ts"

/** What the `linkAccount` event says. */
interface Added {
  linked: { account: Account; user: AdapterUser; profile: AdapterUser }
}

/** Stores the passkey that its owner adds. */
export async function addPasskey(
  { adapter }: Settings,
  { owner, newPasskey, identity: { account } }: Identified,
): Promise<Added> {
  if (!adapter || !owner || !newPasskey)
    throw new AuthError("MissingAdapter", "Passkeys need an `adapter` and an owner")
  await atomically(adapter, `ways\n${owner.id}`, (within) => storePasskey(within, newPasskey, account))
  return { linked: { account, user: owner, profile: owner } }
}
