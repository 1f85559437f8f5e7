import type { RequestContext } from "./auth-request.ts"
import type { WebAuthnConfig } from "../providers/types.ts"

/** Who asks for a passkey. */
export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string
  name: string
  /** The pages that may ask. */
  origins: readonly string[]
}

/** The site as authenticators know it: the configured one, and what the provider says beyond it; never the host header's. */
export function relyingPartyFor(
  { site, settings }: RequestContext,
  { relyingParty = {} }: WebAuthnConfig,
): RelyingParty {
  const { hostname, host } = new URL(site.origin)
  const { id = hostname, name = settings.siteName ?? host, origin = site.origin } = relyingParty
  return { id, name, origins: typeof origin === "string" ? [origin] : origin }
}
