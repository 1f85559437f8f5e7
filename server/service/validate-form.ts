import { AuthError } from "../errors.ts"
import type { RequestContext } from "../core/request/auth-request.ts"
import { userParams } from "../oauth/authorization-params.ts"
import { isOAuth } from "../providers/protocol.ts"
import type { ProviderConfig } from "../providers/types.ts"
import { sameOriginUrl } from "../core/request/redirect-url.ts"

/** The fields of an app's own sign-in form. */
export interface SignInFormFields {
  providerId?: string | undefined
  redirectTo?: string | undefined
  authorizationParams?: Record<string, string> | undefined
}

/** The errors of each field. An empty list means that the field is valid. */
export type FieldErrors = Record<keyof SignInFormFields, string[]>

/** Validates an app's own sign-in form. Returns the same errors that `signIn` would throw. */
export function validateSignInForm({ settings, site }: RequestContext, form: SignInFormFields): FieldErrors {
  const { providerId, redirectTo } = form
  const isKnownProvider = providerId === undefined || settings.providers.has(providerId)
  // A `redirect` callback decides for itself where users may go
  const leadsHome =
    redirectTo === undefined || settings.callbacks.redirect || sameOriginUrl(redirectTo, site.origin) !== null
  return {
    providerId: isKnownProvider ? [] : ["Expected the id of a provider"],
    redirectTo: leadsHome ? [] : ["Expected an address of this site"],
    authorizationParams: validateParams(settings.providers.get(providerId ?? ""), form.authorizationParams),
  }
}

function validateParams(provider: ProviderConfig | undefined, params: Record<string, string> = {}): string[] {
  if (!isOAuth(provider)) return []
  try {
    userParams(provider, Object.entries(params))
    return []
  } catch (error) {
    if (error instanceof AuthError) return [error.message]
    throw error
  }
}
