import type { Adapter } from "../adapters/contract.ts"
import type { WebAuthnConfig } from "../providers/types.ts"
import type { Settings } from "./settings.ts"

/** What passkeys take of an adapter. */
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

/** What is wrong with the domain of a passkey provider, as the ends of sentences. */
export function passkeyProblems({ relyingParty }: WebAuthnConfig, { site, production }: Settings): string[] {
  const origins = [relyingParty?.origin ?? site.pinned?.origin ?? []].flat()
  const hosts = origins.map((origin) => URL.parse(origin)?.hostname ?? "")
  const id = relyingParty?.id
  return [
    // Whoever may choose the host header must not choose the domain that passkeys are bound to
    ...(production && origins.length === 0 ? ["needs AUTH_URL: passkeys are bound to one domain"] : []),
    ...(id === undefined || hosts.every((host) => host === id || host.endsWith(`.${id}`))
      ? []
      : [`has the \`relyingParty.id\` ${JSON.stringify(id)}, which is no domain of ${origins.join(", ")}`]),
  ]
}
