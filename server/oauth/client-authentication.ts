import * as oauth from "oauth4webapi"
import { variablePrefix } from "../providers/variables.ts"
import { requireExtensions } from "./require-extensions.ts"
import { configurationError, isText, missingClientId } from "./values.ts"
import type { ProviderClient, Metadata } from "./types.ts"

/**
 * Selects how a request authenticates the client, from `client.token_endpoint_auth_method`. The default is Basic,
 * or none for a client without a secret and a key.
 *
 * @throws {AuthError} `InvalidProvider`
 */
export async function clientAuthentication(
  providerClient: ProviderClient,
  metadata: Metadata,
): Promise<oauth.ClientAuth> {
  const { provider } = providerClient
  const configured = provider.client?.token_endpoint_auth_method ?? "client_secret_basic"
  // A client without a secret is public, also at a provider whose other clients have one
  const usesSecret = configured === "client_secret_basic" || configured === "client_secret_post"
  const method = usesSecret && isPublicClient(providerClient) ? "none" : String(configured)
  const authentication = {
    client_secret_basic: async () => clientSecretBasic(await resolveClientSecret(providerClient)),
    client_secret_post: async () => oauth.ClientSecretPost(await resolveClientSecret(providerClient)),
    none: async () => oauth.None(),
  }[method]
  return authentication
    ? authentication()
    : requireExtensions(providerClient).authenticate(providerClient, metadata, method)
}

// Not oauth4webapi's ClientSecretBasic, which also encodes `-`, `.` and `_`: some servers don't decode them. Auth.js
// does the same
function clientSecretBasic(secret: string): oauth.ClientAuth {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%20", "+")
  return (_server, client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${encoded(client.client_id)}:${encoded(secret)}`)}`)
  }
}

/** Returns the provider's client id. @throws {AuthError} `InvalidProvider` if there is none */
export function clientId({ provider }: ProviderClient): string {
  if (!isText(provider.clientId)) throw missingClientId(provider)
  return provider.clientId
}

/** Returns the configured client secret, or creates one for this request. @throws {AuthError} `InvalidProvider` */
export async function resolveClientSecret(providerClient: ProviderClient): Promise<string> {
  const { clientSecret, id } = providerClient.provider
  const secret =
    typeof clientSecret === "function"
      ? await clientSecret({ clientId: clientId(providerClient), now: providerClient.engine.now() })
      : clientSecret
  if (!isText(secret))
    throw configurationError(
      `Provider ${id} has no client secret. Set \`clientSecret\`, or ${variablePrefix(id)}_SECRET`,
    )
  return secret
}

function isPublicClient({ provider }: ProviderClient): boolean {
  return provider.clientSecret === undefined && provider.privateKey === undefined
}
