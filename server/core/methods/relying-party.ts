import type { RequestContext } from "../request/auth-request.ts"
import { isOnDomain } from "../../providers/passkey-settings.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"

export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string
  name: string
  /** Origins of the pages that may use the passkeys. */
  origins: readonly string[]
}

/**
 * Returns the relying party: the configured site, with the provider's `relyingParty` setting. Trusted origins
 * below its domain may use its passkeys too. Never uses the `Host` header.
 */
export function relyingPartyFor(
  { site, settings }: Pick<RequestContext, "site" | "settings">,
  { relyingParty = {} }: WebAuthnConfig,
): RelyingParty {
  const { hostname, host } = new URL(site.origin)
  const { id = hostname, name = settings.siteName ?? host, origin = site.origin, relatedOrigins = [] } = relyingParty
  const trusted = [...settings.trustedOrigins].filter((one) => isOnDomain(one, id))
  return { id, name, origins: [origin, relatedOrigins, trusted].flat() }
}
