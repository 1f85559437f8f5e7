import * as oauth from "oauth4webapi"
import { asError, AuthError } from "../errors.ts"
import { clientId } from "./client-authentication.ts"
import type { ProviderClient, Metadata } from "./types.ts"
import { toEndpoint, printable, callbackError, isFields, isText } from "./values.ts"

/**
 * Signature algorithms with a public key. A shared secret is only used if the provider's `client` metadata names it.
 */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
/** Seconds by which a provider's clock may differ. */
export const CLOCK_TOLERANCE = 30

/** `resolveUrl` decides which endpoints are requested: https, and http on this machine. */
export const allowHttp = { [oauth.allowInsecureRequests]: true }

/**
 * Describes the provider to oauth4webapi.
 *
 * @param issuer the accepted issuer that the response names @default the metadata's
 */
export function toAuthorizationServer(
  { provider }: ProviderClient,
  metadata: Metadata,
  issuer = metadata.issuer,
): oauth.AuthorizationServer {
  const { code_challenge_methods_supported: _, faults: __, ...rest } = metadata
  // An OAuth 2.0 provider without an issuer is identified by the origin that the user was redirected to
  const endpoint = metadata.authorization_endpoint ?? toEndpoint(provider.authorization).url ?? metadata.token_endpoint
  return {
    ...rest,
    issuer: issuer ?? URL.parse(endpoint ?? "")?.origin ?? provider.id,
    id_token_signing_alg_values_supported: algorithmsFor(metadata),
    userinfo_signing_alg_values_supported: ALGORITHMS,
    authorization_signing_alg_values_supported: ALGORITHMS,
  }
}

/** Returns the algorithms that the provider may sign with: those of its discovery document that use a public key. */
export function algorithmsFor({ id_token_signing_alg_values_supported: advertised }: Metadata): string[] {
  return advertised ? ALGORITHMS.filter((algorithm) => advertised.includes(algorithm)) : ALGORITHMS
}

/**
 * Describes this client of the provider to oauth4webapi.
 *
 * @param ahead seconds by which the provider's clock is ahead
 * @throws {AuthError} `InvalidProvider` without a client id
 */
export function toOAuthClient(client: ProviderClient, ahead = 0): oauth.Client {
  const { engine, provider } = client
  const skew = Math.round((engine.now() - Date.now()) / 1000) + ahead
  const names = ["id_token", "userinfo", "authorization"].map((what) => `${what}_signed_response_alg`)
  const algorithms = names.map((name) => [name, provider.client?.[name]]).filter(([, algorithm]) => isText(algorithm))
  return {
    client_id: clientId(client),
    ...Object.fromEntries(algorithms),
    [oauth.clockSkew]: Number.isFinite(skew) ? skew : 0,
    [oauth.clockTolerance]: CLOCK_TOLERANCE,
  }
}

/**
 * Runs a step of oauth4webapi. Its errors become `OAuthCallbackError`s that name the provider and `what` was processed.
 */
export async function runStep<T>({ provider }: ProviderClient, what: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown
    const err = asError(thrown)
    const why =
      thrown instanceof oauth.ResponseBodyError
        ? `status ${thrown.status}, error ${printable(thrown.error)}`
        : err.message + describeMismatch(err.cause)
    throw callbackError(`The ${what} of ${provider.id} was rejected: ${why}`, { err })
  }
}

/** Names of compared values that a log may show; a nonce isn't among them. */
const COMPARED_CLAIMS: ReadonlySet<string> = new Set(["issuer", "iss", "aud"])

// The library's error contains what it compared. Name the value found and the value expected
function describeMismatch(cause: unknown): string {
  if (!isFields(cause) || !isText(cause["attribute"]) || !COMPARED_CLAIMS.has(cause["attribute"])) return ""
  const source = isFields(cause["body"]) ? cause["body"] : cause["claims"]
  const attribute = isFields(source) ? source[cause["attribute"]] : undefined
  return `: found ${printable(String(attribute))}, expected ${printable(String(cause["expected"]))}`
}
