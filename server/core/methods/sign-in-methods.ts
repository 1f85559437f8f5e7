import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser, AccountKey } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { isSameId, userById } from "../users/users.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { relyingPartyFor } from "./relying-party.ts"
import type { Account } from "../../types.ts"
import { passkeyDomains } from "./authenticators.ts"
import { callSignInCallback } from "../request/emit.ts"

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

export const EMAIL_METHOD: SignInMethod = JSON.stringify(["mail"])

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

/**
 * Returns the stored sign-in methods that would not sign the user in now. They are passkeys of another domain, an
 * email provider that can't send, and all that the `signIn` callback denies. The callback gets no profile.
 */
export async function findUnusableMethods(
  context: Pick<RequestContext, "settings" | "site">,
  { user, accounts, passkeys }: UserCredentials,
): Promise<ReadonlySet<SignInMethod>> {
  const { settings } = context
  if (!user) return new Set()
  const providers = [...settings.providers.values()]
  const isAllowed = async (account: Account) => {
    const emailVerified = account.type === "email" || account["proven_email"] !== undefined
    return (await callSignInCallback(context, { user, account, emailVerified }).catch(() => false)) === true
  }
  const unusable: SignInMethod[] = []
  for (const account of accounts ?? []) if (!(await isAllowed(account))) unusable.push(accountMethod(account))
  const domains = await passkeyDomains(settings, passkeys ?? [])
  for (const passkey of passkeys ?? []) {
    const { credentialID, providerAccountId } = passkey
    const domain = domains.get(credentialID)
    const passkeyProvider = providers.find(
      (provider) =>
        provider.type === "webauthn" && (domain === undefined || relyingPartyFor(context, provider).id === domain),
    )
    const account =
      passkeyProvider &&
      ({ provider: passkeyProvider.id, type: "webauthn", providerAccountId, userId: user.id } as const)
    if (!account || !(await isAllowed(account))) unusable.push(passkeyMethod(passkey))
  }
  const mails = providers.filter(canSend).map(({ id }) => mailAccount(id, user))
  const allowed = await Promise.all(mails.map(isAllowed))
  return new Set(allowed.includes(true) ? unusable : [...unusable, EMAIL_METHOD])
}

const mailAccount = (provider: string, { id: userId, email: providerAccountId }: AdapterUser): Account => {
  return { provider, type: "email", providerAccountId, userId }
}

function canSend(provider: ProviderConfig): boolean {
  if (provider.type !== "email" || provider.problems?.length) return false
  return typeof provider.sendVerificationRequest === "function"
}
