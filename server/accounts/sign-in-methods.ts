import type { AccountKey, AdapterAuthenticator } from "../adapters/contract.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { UserCredentials } from "./credentials.ts"

/** Names one way to sign in; no two ways of a user have one name. */
export type SignInMethod = string

export const accountMethod = ({ provider, providerAccountId }: AccountKey): SignInMethod =>
  JSON.stringify(["account", provider, providerAccountId])

export const passkeyMethod = ({ credentialID }: Pick<AdapterAuthenticator, "credentialID">): SignInMethod =>
  JSON.stringify(["passkey", credentialID])

const EMAIL_METHOD: SignInMethod = JSON.stringify(["mail"])

/**
 * The ways by which a user can sign in with these providers: their accounts and passkeys, and their mailbox once it was
 * proven. A password is none of them: the app keeps it, and the service does not know who has one.
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

/** Whether a user can still sign in without this way. */
export function isRemovable(methods: readonly SignInMethod[], method: SignInMethod): boolean {
  return methods.some((other) => other !== method)
}
