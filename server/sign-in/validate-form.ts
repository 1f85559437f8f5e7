import { AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import { userParams } from "../oauth/authorization-params.ts"
import { ownUrl } from "../http/redirect-url.ts"

/** What a form of the app's own asks for. */
export interface AskedFields {
  providerId?: string | undefined
  redirectTo?: string | undefined
  authorizationParams?: Record<string, string> | undefined
}

/** What is wrong with each field; nothing where the list is empty. */
export type RefusedFields = Record<keyof AskedFields, string[]>

/** What of a form the service will not do: an unknown provider, another site, a parameter that belongs to the flow. */
export function refusedFields({ settings, site }: Visit, asked: AskedFields): RefusedFields {
  const { providerId, redirectTo } = asked
  const known = providerId === undefined || settings.providers.has(providerId)
  // A `redirect` callback decides for itself where visitors may go
  const leadsHome = redirectTo === undefined || settings.callbacks.redirect || ownUrl(redirectTo, site.origin) !== null
  return {
    providerId: known ? [] : ["Expected the id of a provider"],
    redirectTo: leadsHome ? [] : ["Expected an address of this site"],
    authorizationParams: refusedParams(settings.providers.get(providerId ?? ""), asked.authorizationParams),
  }
}

type Provider = Parameters<typeof userParams>[0]

function refusedParams(provider: { type: string } | undefined, params: Record<string, string> = {}): string[] {
  if (provider?.type !== "oauth" && provider?.type !== "oidc") return []
  try {
    userParams(provider as Provider, Object.entries(params)) // of these two types
    return []
  } catch (error) {
    if (error instanceof AuthError) return [error.message]
    throw error
  }
}
