import type { AccountKey, AdapterAuthenticator } from "../adapters/contract.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { Holdings } from "./credentials.ts"

/** Names one way to sign in; no two ways of a user have one name. */
export type WayIn = string

export const accountWay = ({ provider, providerAccountId }: AccountKey): WayIn =>
  JSON.stringify(["account", provider, providerAccountId])

export const passkeyWay = ({ credentialID }: Pick<AdapterAuthenticator, "credentialID">): WayIn =>
  JSON.stringify(["passkey", credentialID])

const MAIL: WayIn = JSON.stringify(["mail"])

/**
 * The ways by which a user can sign in with these providers: their accounts and passkeys, and their mailbox once it was
 * proven. A password is none of them: the app keeps it, and the service does not know who has one.
 */
export function waysIn(
  { user, accounts, passkeys }: Holdings,
  providers: ReadonlyMap<string, Pick<ProviderConfig, "type">>,
): readonly WayIn[] {
  const types = new Set([...providers.values()].map(({ type }) => type))
  const usable = (accounts ?? []).filter(({ provider, type }) => providers.get(provider)?.type === type)
  return [
    ...usable.map(accountWay),
    ...(types.has("webauthn") ? (passkeys ?? []) : []).map(passkeyWay),
    ...(types.has("email") && user?.email && user.emailVerified ? [MAIL] : []),
  ]
}

/** Whether a user can still sign in without this way. */
export function isRemovable(ways: readonly WayIn[], way: WayIn): boolean {
  return ways.some((other) => other !== way)
}
