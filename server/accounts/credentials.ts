import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { isSameId, userById } from "../sessions/users.ts"

/** The sign-in methods and sessions stored for a user. A list is `null` if the adapter can't return it. */
export interface UserCredentials {
  user: AdapterUser | null
  /** OAuth and OpenID Connect accounts. */
  accounts: readonly AdapterAccount[] | null
  passkeys: readonly AdapterAuthenticator[] | null
}

/** Loads a user's credentials. Drops rows of other users, in case the database returns them. */
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

// A passkey's account comes and goes with its credential. An email address belongs to the user itself
function isLinkedAccount({ type }: AdapterAccount): boolean {
  return type === "oauth" || type === "oidc"
}
