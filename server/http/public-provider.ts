import type { PublicProvider } from "../../client/contract.ts"
import type { RequestContext } from "./auth-request.ts"
import { typeFor } from "../providers/account-type.ts"
import type { Site } from "../config/site.ts"
import type { ProviderConfig } from "../providers/types.ts"

/** Returns the public details of all providers, in the order of the configuration. */
export function publicProviders({ settings, site }: Pick<RequestContext, "settings" | "site">): PublicProvider[] {
  const providers = usableProviders(settings).map((provider) => publicProvider(provider, site))
  return providers.map((provider) => ({ ...provider, type: typeFor(provider.type, settings) }))
}

/** Returns the providers that users can sign in with. Leaves out passkey providers while passkeys are off. */
export function usableProviders({ providers, webauthn }: RequestContext["settings"]): ProviderConfig[] {
  return [...providers.values()].filter(({ type }) => type !== "webauthn" || webauthn)
}

/** Returns the public details of one provider. */
export function publicProvider(provider: ProviderConfig, site: Site): PublicProvider {
  const { id, name, type } = provider
  const urls = { signinUrl: `${site.url}/signin/${id}`, callbackUrl: `${site.url}/callback/${id}` }
  return { id, name, type, ...urls, ...(provider.type === "oidc" && provider.fedcm && { fedcm: true }) }
}
