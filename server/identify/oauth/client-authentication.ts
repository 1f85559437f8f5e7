import type { ClientAuth } from "oauth4webapi"
import { misconfigured } from "./refusal.ts"
import type { Party } from "./engine.ts"
import type { Metadata } from "./metadata.ts"
import { isText } from "./shapes.ts"

/**
 * Adds to a token request what proves the client, by `client.token_endpoint_auth_method`: Basic where it is not set, nothing
 * for a client without secret and key.
 *
 * @throws {AuthError} `InvalidProvider`
 */
export async function authenticateClient(
  party: Party,
  metadata: Metadata,
  body: URLSearchParams,
  headers: Headers,
): Promise<void> {
  const { provider, engine } = party
  const oauth = await import("oauth4webapi")
  const method = provider.client?.token_endpoint_auth_method ?? (isPublic(party) ? "none" : "client_secret_basic")
  const skew = Math.round((engine.now() - Date.now()) / 1000)
  const client = { client_id: clientIdOf(party), [oauth.clockSkew]: Number.isFinite(skew) ? skew : 0 }
  // RFC 7523bis: the audience of an assertion is the issuer alone, never an endpoint that metadata could point elsewhere
  const server = { issuer: metadata.issuer ?? "" }
  const authentication = {
    client_secret_basic: async () => basic(await secretOf(party)),
    client_secret_post: async () => oauth.ClientSecretPost(await secretOf(party)),
    client_secret_jwt: async () => oauth.ClientSecretJwt(await secretOf(party)),
    private_key_jwt: async () => oauth.PrivateKeyJwt(privateKeyOf(party)),
    none: async () => oauth.None(),
  }[String(method)]
  if (!authentication)
    throw misconfigured(
      `Provider ${provider.id} asks for ${String(method)}, which is not a known client authentication`,
    )
  if (String(method).endsWith("_jwt") && !metadata.issuer)
    throw misconfigured(`Provider ${provider.id} needs an issuer for ${String(method)}`)
  await (
    await authentication()
  )(server, client, body, headers)
}

// As Auth.js writes it: `-`, `.` and `_` stay as they are, which servers that decode nothing need too
function basic(secret: string): ClientAuth {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%20", "+")
  return (_server, client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${encoded(client.client_id)}:${encoded(secret)}`)}`)
  }
}

/** @throws {AuthError} `InvalidProvider` */
export function clientIdOf({ provider }: Party): string {
  if (!isText(provider.clientId)) throw misconfigured(`Provider ${provider.id} has no client id`)
  return provider.clientId
}

/** The configured secret, or one made for this request. @throws {AuthError} `InvalidProvider` */
export async function secretOf(party: Party): Promise<string> {
  const { clientSecret, id } = party.provider
  const secret =
    typeof clientSecret === "function"
      ? await clientSecret({ clientId: clientIdOf(party), now: party.engine.now() })
      : clientSecret
  if (!isText(secret)) throw misconfigured(`Provider ${id} has no client secret`)
  return secret
}

function privateKeyOf({ provider }: Party): NonNullable<typeof provider.privateKey> {
  // @auth/core has it at the token endpoint
  const endpoint: unknown = provider.token
  const found =
    provider.privateKey ??
    (typeof endpoint === "object" && endpoint !== null ? Reflect.get(endpoint, "clientPrivateKey") : undefined)
  if (!found) throw misconfigured(`Provider ${provider.id} has no privateKey`)
  return found as NonNullable<typeof provider.privateKey> // oauth4webapi checks that it is a key
}

function isPublic({ provider }: Party): boolean {
  return provider.clientSecret === undefined && provider.privateKey === undefined
}
