import type { PublicProvider } from "../../client/contract.ts"
import type { RequestContext } from "./auth-request.ts"
import { typeFor } from "../providers/account-type.ts"
import type { Site } from "../config/site.ts"
import type { ProviderConfig } from "../providers/types.ts"

/** The providers as a page may know them, in the host's order. */
export function publicProviders({ settings, site }: Pick<RequestContext, "settings" | "site">): PublicProvider[] {
  const providers = usableProviders(settings).map((provider) => publicProvider(provider, site))
  return providers.map((provider) => ({ ...provider, type: typeFor(provider.type, settings) }))
}

/** The providers that can be signed in with: without those of passkeys while passkeys are off. */
export function usableProviders({ providers, webauthn }: RequestContext["settings"]): ProviderConfig[] {
  return [...providers.values()].filter(({ type }) => type !== "webauthn" || webauthn)
}

/** One provider as a page may know it. */
export function publicProvider({ id, name, type }: ProviderConfig, site: Site): PublicProvider {
  return { id, name, type, signinUrl: `${site.url}/signin/${id}`, callbackUrl: `${site.url}/callback/${id}` }
}
