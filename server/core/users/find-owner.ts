import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import type { Identity } from "../../providers/identity.ts"
import { mayUseAccount } from "./reclaimed.ts"
import { isId } from "./users.ts"
import type { Account } from "../../types.ts"
import { isIssuedBySameIssuer } from "./decide.ts"

/**
 * Returns the user who may sign in with this account. An account from before the user was reclaimed no longer counts.
 */
export async function findUsableOwner(adapter: Adapter, identity: Identity): Promise<AdapterUser | null> {
  const owner = await findOwnerOfIssuer(adapter, identity)
  if (owner === null || (await mayUseAccount(adapter, owner, identity))) return owner
  const { provider, providerAccountId } = identity.account
  await adapter.unlinkAccount?.({ provider, providerAccountId })
  return (await findOwner(adapter, identity.account)) === null
    ? null
    : Promise.reject(new AuthError("OAuthAccountNotLinked", "The account was linked before its user was reclaimed"))
}

// A sub is unique only within its issuer (OpenID Connect Core, section 5.7), so another issuer may give it to another
// user
async function findOwnerOfIssuer(adapter: Adapter, { account, isIssuedBy }: Identity): Promise<AdapterUser | null> {
  const owner = await findOwner(adapter, account)
  if (owner === null || (await isIssuedBySameIssuer(adapter, account, isIssuedBy))) return owner
  throw new AuthError(
    "OAuthAccountNotLinked",
    `The account at ${account.provider} was linked by another issuer. Give each issuer its own provider id. ` +
      "If the issuer was renamed, accept the old one with `acceptsIssuer`",
  )
}

/** Returns the user who has an account at a provider. */
export async function findOwner(
  adapter: Adapter,
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<AdapterUser | null> {
  const owner = (await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
  if (owner === null) return null
  if (!isId(owner.id)) throw new AuthError("AdapterError", "`getUserByAccount` returned a user without an id")
  // Latchkit's adapters compare byte for byte. Other stores may confuse ids that their collation considers equal
  const storedAccount = adapter.wantsTokenHashes ? undefined : await adapter.getAccount?.(providerAccountId, provider)
  if (!storedAccount || (storedAccount.provider === provider && storedAccount.providerAccountId === providerAccountId))
    return owner
  throw new AuthError("AdapterError", "`getUserByAccount` returned the user of another account")
}
