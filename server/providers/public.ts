import type { PublicProvider } from "../../client/contract.ts"
import type { Visit } from "../exchange.ts"
import { typeFor } from "../next-auth-4.ts"
import type { Site } from "../site.ts"
import type { ProviderConfig } from "./types.ts"

/** The providers as a page may know them, in the host's order. */
export function publicProviders({ settings, site }: Pick<Visit, "settings" | "site">): PublicProvider[] {
  const providers = usableProviders(settings).map((provider) => publicProvider(provider, site))
  return providers.map((provider) => ({ ...provider, type: typeFor(provider.type, settings) }))
}

/** The providers that can be signed in with: without those of passkeys while passkeys are off. */
export function usableProviders({ providers, webauthn }: Visit["settings"]): ProviderConfig[] {
  return [...providers.values()].filter(({ type }) => type !== "webauthn" || webauthn)
}

/** One provider as a page may know it. */
export function publicProvider({ id, name, type }: ProviderConfig, site: Site): PublicProvider {
  return { id, name, type, signinUrl: `${site.url}/signin/${id}`, callbackUrl: `${site.url}/callback/${id}` }
}
