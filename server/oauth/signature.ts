import type { JSONWebKeySet } from "jose"
import * as oauth from "oauth4webapi"
import { fromBase64url, utf8Bytes } from "../core/crypto/bytes.ts"
import { resolveClientSecret } from "./client-authentication.ts"
import { resolveUrl, callbackError, isFields, isText, parseJson, type Fields } from "./values.ts"
import type { ProviderClient, Metadata } from "./types.ts"
import { requestProvider } from "./request.ts"
import { allowHttp, runStep } from "./standard.ts"

/** Algorithms that use the client secret, for providers that support no others. */
const SYMMETRIC_ALGORITHMS = ["HS256", "HS384", "HS512"]
const KEYS_MAX_AGE = 60 * 60 * 1000
/** Milliseconds between two requests for the key set because of an unknown key. */
export const KEYS_MIN_AGE = 60 * 1000

interface SignatureInput {
  metadata: Metadata
  server: oauth.AuthorizationServer
  /** The response that oauth4webapi read the token from. */
  response: Response
  token: string
  /** The algorithm that the provider's `client` metadata names. */
  algorithm: string | undefined
}

/**
 * Checks the signature of a JWT whose claims oauth4webapi has validated.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export async function checkSignature(
  client: ProviderClient,
  { server, response, ...signed }: SignatureInput,
  what: string,
) {
  const { metadata, token, algorithm } = signed
  if (algorithm !== undefined && SYMMETRIC_ALGORITHMS.includes(algorithm))
    return runStep(client, what, () => checkSecretSignature(client, token, algorithm))
  return runStep(client, what, () =>
    withKeys(client, { metadata, server, token }, (signer, options) =>
      oauth.validateApplicationLevelSignature(signer, response, options),
    ),
  )
}

type SignatureCheck<T> = (server: oauth.AuthorizationServer, options: oauth.ValidateSignatureOptions) => Promise<T>

/** Runs a check with the provider's keys, and once more with newer ones if the key of `token` isn't among them. */
export async function withKeys<T>(
  client: ProviderClient,
  { metadata, server, token }: Pick<SignatureInput, "metadata" | "server" | "token">,
  check: SignatureCheck<T>,
): Promise<T> {
  const verify = (maxAge: number) =>
    // A new object, because oauth4webapi caches keys by object and we have our own cache
    check(
      { ...server, jwks_uri: resolveUrl(client, metadata.jwks_uri, "jwks_uri").href },
      {
        ...allowHttp,
        [oauth.customFetch]: async () => Response.json(await keySetFor(client, metadata, { token, maxAge })),
      },
    )
  try {
    return await verify(KEYS_MAX_AGE)
  } catch (thrown) {
    if (!(thrown instanceof oauth.OperationProcessingError) || thrown.code !== oauth.KEY_SELECTION) throw thrown
    return verify(KEYS_MIN_AGE)
  }
}

// oauth4webapi only checks signatures with public keys
async function checkSecretSignature(client: ProviderClient, token: string, algorithm: string): Promise<void> {
  const parameters = { name: "HMAC", hash: algorithm.replace("HS", "SHA-") }
  const secret = utf8Bytes(await resolveClientSecret(client))
  const key = await crypto.subtle.importKey("raw", secret, parameters, false, ["verify"])
  const [head, payload, signature = ""] = token.split(".")
  const bytes = fromBase64url(signature)
  if (!bytes || !(await crypto.subtle.verify("HMAC", key, bytes, utf8Bytes(`${head}.${payload}`))))
    throw callbackError(`The client secret of ${client.provider.id} didn't sign this token`)
}

/** Returns the provider's keys that may sign for the issuer that a token names. */
export async function keySetFor(
  client: ProviderClient,
  { jwks_uri: where }: Metadata,
  { token, maxAge = KEYS_MAX_AGE }: { token: string; maxAge?: number },
): Promise<JSONWebKeySet> {
  const { engine, provider } = client
  // Fill the URL before it becomes the cache key, because tenants may share a provider id and have different values
  const url = resolveUrl(client, where, "jwks_uri")
  const age = { now: engine.now(), maxAge }
  const { keys } = await engine.metadata.keySets.take(`${provider.id} ${url.href}`, age, () => fetchKeySet(client, url))
  const claims = decodeClaims(token)
  return { keys: keys.filter((key) => mayIssue(key, claims)) }
}

/**
 * Returns whether a key may sign for the issuer that the claims name. Entra ID publishes one key set for all tenants,
 * and `issuer` says which tenant a key belongs to. A key without `issuer` may sign for all.
 *
 * @see [Validate the signing key
 * issuer](https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-signing-key-issuer)
 */
function mayIssue(key: Fields, { iss, tid }: Fields): boolean {
  const { issuer } = key
  if (issuer === undefined) return true
  return isText(issuer) && issuer.replace("{tenantid}", isText(tid) ? tid : "{tenantid}") === iss
}

async function fetchKeySet(client: ProviderClient, url: URL) {
  const { status, text } = await requestProvider(client, url, "key set", {})
  const body = status === 200 ? parseJson(text) : undefined
  const keys = isFields(body) ? body["keys"] : undefined
  if (!Array.isArray(keys)) throw callbackError(`The key set of ${client.provider.id} has no keys (status ${status})`)
  return { keys: keys.filter(isFields) }
}

/**
 * Returns the claims of a JWT, parsed like every other response: large numbers stay exact, and `__proto__` is dropped.
 */
export function decodeClaims(token: string): Fields {
  const [, payload = ""] = token.split(".")
  const claims = parseJson(new TextDecoder().decode(fromBase64url(payload) ?? new Uint8Array()))
  return isFields(claims) ? claims : {}
}
