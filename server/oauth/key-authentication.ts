import * as oauth from "oauth4webapi"
import { resolveClientSecret } from "./client-authentication.ts"
import { configurationError } from "./values.ts"
import type { Metadata, ProviderClient } from "./types.ts"

/**
 * Authenticates the client with a signature or a certificate. A certificate is sent by the provider's own `fetch`.
 *
 * @throws {AuthError} `InvalidProvider`
 */
export async function authenticate(
  client: ProviderClient,
  { issuer }: Metadata,
  method: string,
): Promise<oauth.ClientAuth> {
  const { provider } = client
  const authentication = {
    client_secret_jwt: async () => oauth.ClientSecretJwt(await resolveClientSecret(client)),
    private_key_jwt: async () => oauth.PrivateKeyJwt(requirePrivateKey(client)),
    tls_client_auth: async () => oauth.TlsClientAuth(),
    self_signed_tls_client_auth: async () => oauth.TlsClientAuth(),
  }[method]
  if (!authentication)
    throw configurationError(
      `Provider ${provider.id} uses ${method}, which Latchkit doesn't support. Set \`client.token_endpoint_auth_method\` to ` +
        "client_secret_basic, client_secret_post, private_key_jwt or none",
    )
  // RFC 7523bis: an assertion's audience is only the issuer, never an endpoint, because metadata could point it
  // elsewhere
  if (method.endsWith("_jwt") && !issuer)
    throw configurationError(`Provider ${provider.id} has no issuer, which ${method} needs. Set \`issuer\``)
  return authentication()
}

/** Returns the key that signs for this client. @throws {AuthError} `InvalidProvider` if there is none */
export function requirePrivateKey({ provider }: ProviderClient): NonNullable<typeof provider.privateKey> {
  // @auth/core configures it on the token endpoint
  const endpoint: unknown = provider.token
  const key =
    provider.privateKey ??
    (typeof endpoint === "object" && endpoint !== null ? Reflect.get(endpoint, "clientPrivateKey") : undefined)
  if (!key)
    throw configurationError(
      `Provider ${provider.id} has no privateKey. Set it to the key whose public part you registered`,
    )
  return key as NonNullable<typeof provider.privateKey> // oauth4webapi checks that it is a key
}
