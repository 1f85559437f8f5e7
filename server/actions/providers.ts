import type { PublicProvider } from "../../client/contract.ts"
import type { Visit } from "../exchange.ts"
import type { Outcome } from "../outcome.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"
import type { Site } from "../site.ts"

/** `GET providers`: what a page may know of each provider, by id. */
export async function providers(routed: Routed): Promise<Outcome> {
  return { kind: "json", body: Object.fromEntries(publicProviders(routed).map((provider) => [provider.id, provider])) }
}

/** The providers as a page may know them, in the host's order. */
export function publicProviders({ settings, site }: Pick<Visit, "settings" | "site">): PublicProvider[] {
  return [...settings.providers.values()].map((provider) => publicProvider(provider, site))
}

/** One provider as a page may know it. */
export function publicProvider({ id, name, type }: ProviderConfig, site: Site): PublicProvider {
  return { id, name, type, signinUrl: `${site.url}/signin/${id}`, callbackUrl: `${site.url}/callback/${id}` }
}
