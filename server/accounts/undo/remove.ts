import type { AccountKey, AdapterAuthenticator } from "../../adapters/contract.ts"
import type { Settings } from "../../config/settings.ts"
import { isSameId } from "../../sessions/users.ts"

/** Removes a passkey. It opens nothing without its account, even if the adapter can't delete it. */
export async function removePasskey(
  { adapter, providers }: Settings,
  { credentialID, providerAccountId }: Pick<AdapterAuthenticator, "credentialID" | "providerAccountId">,
): Promise<void> {
  for (const { id: provider, type } of providers.values())
    if (type === "webauthn") await adapter?.unlinkAccount?.({ provider, providerAccountId })
  await adapter?.deleteAuthenticator?.(credentialID)
}

/** Unlinks an account, if it still belongs to the user. */
export async function removeAccount(
  { adapter }: Settings,
  userId: string,
  { provider, providerAccountId }: AccountKey,
): Promise<void> {
  const owner = await adapter?.getUserByAccount?.({ provider, providerAccountId })
  if (owner && isSameId(owner.id, userId)) await adapter?.unlinkAccount?.({ provider, providerAccountId })
}
