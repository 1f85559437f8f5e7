import type { AdapterUser } from "../../adapters/contract.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { relyingPartyFor } from "./relying-party.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { Account } from "../../types.ts"
import { passkeyDomains } from "./authenticators.ts"
import { callSignInCallback } from "../users/sign-in-callback.ts"
import {
  accountMethod,
  EMAIL_METHOD,
  passkeyMethod,
  type SignInMethod,
  type UserCredentials,
} from "./sign-in-methods.ts"

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
