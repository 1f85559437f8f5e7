import { exportJWK, generateKeyPair } from "jose"
import type { ClientMetadata } from "oidc-provider"

/** Creates the key that signs for Nightbook, and what its provider stores about the client: only the public key. */
export async function clientKey(): Promise<{ privateKey: CryptoKey; client: Partial<ClientMetadata> }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const keys = [{ ...(await exportJWK(publicKey)), kid: "nightbook-1", alg: "ES256", use: "sig" }]
  const client: Partial<ClientMetadata> = {
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    id_token_signed_response_alg: "PS256",
    authorization_signed_response_alg: "PS256",
    request_object_signing_alg: "ES256",
    dpop_bound_access_tokens: true,
    jwks: { keys: keys as never }, // jose and oidc-provider have two types for the same format
  }
  return { privateKey, client }
}
