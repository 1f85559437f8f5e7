import type { PublicProvider } from "../../../client/contract.ts"
import type { RequestContext } from "./auth-request.ts"
import { typeFor } from "../../providers/protocol.ts"
import type { Site } from "../config/site.ts"
import type { ProviderConfig } from "../../providers/types.ts"

type SiteContext = Pick<RequestContext, "settings" | "site">

/**
 * Returns the public details of all providers, in the order of the configuration. Anyone can read them. So the
 * providers of companies, which `domains` has, show their id as their name.
 */
export function publicProviders(context: SiteContext): PublicProvider[] {
  const companies = new Set(context.settings.domains.values())
  return allProviders(context).map((one) => (companies.has(one.id) ? { ...one, name: one.id } : one))
}

/**
 * Returns the providers that a page may offer to a user, except those with a form of fields. The provider of a company
 * is only for users with an address of its domain.
 */
export function offeredProviders(context: SiteContext, email?: string | null): PublicProvider[] {
  const { domains } = context.settings
  const companies = new Set(domains.values())
  companies.delete(domains.get(email?.split("@").at(-1) ?? "") ?? "")
  return allProviders(context).filter(({ id, type }) => type !== "credentials" && !companies.has(id))
}

const allProviders = ({ settings, site }: SiteContext): PublicProvider[] =>
  usableProviders(settings).map((provider) => ({
    ...publicProvider(provider, site),
    type: typeFor(provider.type, settings),
  }))

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
