import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser, AccountKey } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { isSameId, userById } from "../sessions/users.ts"
import type { ProviderConfig } from "../providers/types.ts"
import { hasTransaction } from "../adapters/extended.ts"
import { requireAdapter, requireOperation } from "../adapters/required.ts"
import { atomically } from "./atomically.ts"

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

/** Names a sign-in method, unique per user. */
export type SignInMethod = string

export const accountMethod = ({ provider, providerAccountId }: AccountKey): SignInMethod =>
  JSON.stringify(["account", provider, providerAccountId])

export const passkeyMethod = ({ credentialID }: Pick<AdapterAuthenticator, "credentialID">): SignInMethod =>
  JSON.stringify(["passkey", credentialID])

const EMAIL_METHOD: SignInMethod = JSON.stringify(["mail"])

/**
 * Returns the user's sign-in methods with these providers: accounts, passkeys and a proven mailbox. Passwords don't
 * count: only the app knows which users have its own, and one of `Password()` can be removed at any time.
 */
export function signInMethods(
  { user, accounts, passkeys }: UserCredentials,
  providers: ReadonlyMap<string, Pick<ProviderConfig, "type">>,
): readonly SignInMethod[] {
  const types = new Set([...providers.values()].map(({ type }) => type))
  const usable = (accounts ?? []).filter(({ provider, type }) => providers.get(provider)?.type === type)
  return [
    ...usable.map(accountMethod),
    ...(types.has("webauthn") ? (passkeys ?? []) : []).map(passkeyMethod),
    ...(types.has("email") && user?.email && user.emailVerified ? [EMAIL_METHOD] : []),
  ]
}

/** Returns whether the user can still sign in without this method. */
export function isRemovable(methods: readonly SignInMethod[], method: SignInMethod): boolean {
  return methods.some((other) => other !== method)
}

/** The result of a removal: removed, nothing to remove, or the user's last sign-in method. */
export type Removal = "removed" | "not found" | "last method"

/** A sign-in method that an adapter can remove and restore. */
export interface Removable {
  method: SignInMethod
  remove(adapter: Adapter): PromiseLike<unknown>
  restore(adapter: Adapter): PromiseLike<unknown>
}

/**
 * Removes the sign-in method that `find` picks, unless it is the last one. The transaction locks the user's row, so
 * parallel removals can't both succeed. Without transactions, it restores the method if no other one is left.
 */
export function removeSignInMethod(
  settings: Settings,
  userId: string,
  find: (credentials: UserCredentials) => Promise<Removable | undefined>,
): Promise<Removal> {
  const { providers } = settings
  const adapter = requireAdapter(settings.adapter, "Removing a sign-in method")
  const locks = hasTransaction(adapter)
  return atomically(adapter, `ways\n${userId}`, async (transaction) => {
    if (locks) await requireOperation(transaction, "updateUser")({ id: userId })
    const before = await loadCredentials(settings, transaction, userId)
    const removable = await find(before)
    if (!removable) return "not found"
    if (!isRemovable(signInMethods(before, providers), removable.method)) return "last method"
    await removable.remove(transaction)
    if (locks || signInMethods(await loadCredentials(settings, transaction, userId), providers).length > 0)
      return "removed"
    await removable.restore(transaction)
    return "last method"
  })
}
