import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { isSameId, userById } from "../sessions/users.ts"

/** What is stored of a user; a list that the adapter cannot give is null. */
export interface UserCredentials {
  user: AdapterUser | null
  /** Those of OAuth and OpenID providers. */
  accounts: readonly AdapterAccount[] | null
  passkeys: readonly AdapterAuthenticator[] | null
}

/** Reads what a user has, and leaves out whatever a database hands over of another's. */
export async function loadCredentials(
  { webauthn }: Settings,
  adapter: Adapter,
  userId: string,
): Promise<UserCredentials> {
  const user = await userById(adapter, userId)
  if (!user) return { user, accounts: [], passkeys: webauthn ? [] : null }
  const accounts = (await adapter.listAccounts?.(userId)) ?? null
  const passkeys = (webauthn && (await adapter.listAuthenticatorsByUserId?.(userId))) || null
  return {
    user,
    accounts: accounts && accounts.filter((account) => isSameId(account.userId, userId) && isLinkedAccount(account)),
    passkeys: passkeys && passkeys.filter((passkey) => isSameId(passkey.userId, userId)),
  }
}

// A passkey's account comes and goes with its credential, and an address is the user's own
function isLinkedAccount({ type }: AdapterAccount): boolean {
  return type === "oauth" || type === "oidc"
}
