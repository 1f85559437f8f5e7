import type { AccountKey, Adapter } from "../adapters/contract.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import type { Identity } from "../providers/identity.ts"

/**
 * Whether an account was linked by the issuer that vouches now. No adapter has a column for it: the ID token that is stored
 * with the account says it, and where there is none, or one that cannot be read, nobody knows better.
 */
export async function isIssuedBySameIssuer(
  adapter: Adapter,
  { provider, providerAccountId }: AccountKey,
  isIssuedBy: Identity["isIssuedBy"],
): Promise<boolean> {
  if (!isIssuedBy) return true
  const account = await adapter.getAccount?.(providerAccountId, provider)
  const issuer = (await decodeUnverified(account?.id_token))?.iss
  return issuer === undefined || isIssuedBy(issuer)
}
