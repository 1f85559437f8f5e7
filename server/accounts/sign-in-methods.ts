import type { AccountKey, AdapterAuthenticator } from "../adapters/contract.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { UserCredentials } from "./credentials.ts"

/** Names a sign-in method, unique per user. */
export type SignInMethod = string

export const accountMethod = ({ provider, providerAccountId }: AccountKey): SignInMethod =>
  JSON.stringify(["account", provider, providerAccountId])

export const passkeyMethod = ({ credentialID }: Pick<AdapterAuthenticator, "credentialID">): SignInMethod =>
  JSON.stringify(["passkey", credentialID])

const EMAIL_METHOD: SignInMethod = JSON.stringify(["mail"])

/**
 * Returns the user's sign-in methods with these providers: accounts, passkeys and a proven mailbox. Passwords don't
 * count, because only the app knows which users have one.
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
