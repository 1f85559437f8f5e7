import type { Adapter } from "../adapters/contract.ts"
import type { WebAuthnConfig } from "../providers/types.ts"
import type { Settings } from "./settings.ts"

/** The adapter operations that passkeys need. */
export const PASSKEY_OPERATIONS: (keyof Adapter)[] = [
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "getUser",
  "getUserByAccount",
  "linkAccount",
  "unlinkAccount",
]

/** Returns the problems of a passkey provider's domain, as the ends of sentences. */
export function passkeyProblems({ relyingParty }: WebAuthnConfig, { site, production }: Settings): string[] {
  const origins = [relyingParty?.origin ?? site.pinned?.origin ?? []].flat()
  const hosts = origins.map((origin) => URL.parse(origin)?.hostname ?? "")
  const id = relyingParty?.id
  return [
    // Otherwise an attacker could choose the domain of new passkeys through the host header
    ...(production && origins.length === 0 ? ["needs AUTH_URL, because passkeys are bound to one domain"] : []),
    ...(id === undefined || hosts.every((host) => host === id || host.endsWith(`.${id}`))
      ? []
      : [`has the \`relyingParty.id\` ${JSON.stringify(id)}, which isn't a domain of ${origins.join(", ")}`]),
  ]
}
