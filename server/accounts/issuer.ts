import type { AccountKey, Adapter } from "../adapters/contract.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import type { Identity } from "../providers/identity.ts"

/**
 * Returns whether the current issuer also linked the account. Adapters have no column for the issuer, so this reads it
 * from the stored ID token. Returns `true` if there is no ID token or it can't be decoded.
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
