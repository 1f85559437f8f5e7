import type { OAuthConfig } from "../providers/types.ts"
import { requireExtensions } from "./require-extensions.ts"
import type { EndpointName, Metadata, ProviderClient } from "./types.ts"
import { toEndpoint, isText } from "./values.ts"

/**
 * Returns the server's metadata. Discovers it only if the configuration doesn't contain everything that is needed.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function metadataFor(client: ProviderClient, needed: readonly EndpointName[]): Promise<Metadata> {
  const configuredValues = configuredMetadata(client.provider)
  const complete = needed.every((name) => configuredValues[name] !== undefined)
  const { wellKnown, issuer } = client.provider
  if (complete || ![wellKnown, issuer].some(Boolean)) return configuredValues
  return requireExtensions(client).discover(client, configuredValues, needed)
}

function configuredMetadata(provider: OAuthConfig): Metadata {
  const named: Metadata = {
    ...optionalField("issuer", provider.issuer),
    ...optionalField("authorization_endpoint", toEndpoint(provider.authorization).url),
    ...optionalField("token_endpoint", toEndpoint(provider.token).url),
    ...optionalField("userinfo_endpoint", toEndpoint(provider.userinfo).url),
    ...optionalField("jwks_uri", provider.jwks_endpoint === undefined ? undefined : String(provider.jwks_endpoint)),
    ...optionalField("end_session_endpoint", textOnly(provider.endSession)),
    ...optionalField("pushed_authorization_request_endpoint", textOnly(provider.pushedAuthorization)),
  }
  return named
}

const textOnly = (value: unknown) => (isText(value) ? value : undefined)

function optionalField<K extends keyof Metadata>(name: K, value: string | undefined): Partial<Metadata> {
  return isText(value) ? { [name]: value } : {}
}
