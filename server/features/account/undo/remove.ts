import type { AccountKey, AdapterAuthenticator } from "../../../adapters/contract.ts"
import type { Settings } from "../../../core/config/settings.ts"
import { isSameId } from "../../../core/users/users.ts"
import { markUnlinked } from "../../../core/users/unlinked.ts"

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
  settings: Settings,
  userId: string,
  { provider, providerAccountId }: AccountKey,
): Promise<void> {
  const { adapter = {} } = settings
  const account = { provider, providerAccountId }
  const owner = await adapter.getUserByAccount?.(account)
  if (!owner || !isSameId(owner.id, userId)) return
  await markUnlinked(settings, adapter, { userId, account })
  await adapter.unlinkAccount?.(account)
}
