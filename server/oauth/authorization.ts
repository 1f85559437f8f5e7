import * as oauth from "oauth4webapi"
import { AuthError } from "../errors.ts"
import type { OAuthConfig } from "../providers/types.ts"
import {
  toEndpoint,
  toParams,
  placeholderValues,
  resolveUrl,
  configurationError,
  missingClientId,
  wrapAsAuthError,
} from "./values.ts"
import type { AuthorizationChecks, OAuthEngine, ProviderClient, Metadata } from "./types.ts"
import { metadataFor } from "./metadata.ts"
import { requireExtensions } from "./require-extensions.ts"
import { fillTemplates } from "../providers/template.ts"
import { appParams, userParams } from "./authorization-params.ts"

export interface AuthorizationStart {
  engine: OAuthEngine
  provider: OAuthConfig
  /** The URL that the provider redirects the user back to. */
  redirectUri: string
  /** Additional parameters from the app's own code. */
  params: Iterable<readonly [string, string]>
  /** Additional parameters that a browser sent. */
  userParams: Iterable<readonly [string, string]>
  /** An unguessable `state` from the caller. @default a random one */
  state?: string
  /** False omits `state` from the request. */
  sendsState: boolean
}

/**
 * Builds the URL to redirect the user to, and the checks that the callback needs. `sent` has the names of all
 * parameters of the request. If they are pushed or signed, the URL has only a few of them.
 *
 * @throws {AuthError} `OAuthSignin`, `InvalidProvider`, or `InvalidRequest` if a parameter isn't allowed
 */
export async function startAuthorization(
  start: AuthorizationStart,
): Promise<{ url: string; checks: NewChecks; sent: ReadonlySet<string> }> {
  const { engine, provider } = start
  const params = appParams(provider, start.params)
  const chosen = new Set(params.map(([name]) => name))
  const extras = [...userParams(provider, start.userParams).filter(([name]) => !chosen.has(name)), ...params]
  const client = { engine, provider }
  try {
    const pushed = provider.pushedAuthorization ? (["pushed_authorization_request_endpoint"] as const) : []
    const metadata = await metadataFor(client, ["authorization_endpoint", ...pushed])
    const checks = await checksFor(client, metadata, start.state)
    const url = await authorizationUrl(client, metadata, { ...start, checks, extras })
    const sentNames = new Set(url.searchParams.keys())
    return { url: await securedUrl(client, metadata, url), checks, sent: sentNames }
  } catch (thrown) {
    const error = wrapAsAuthError(thrown, "OAuthSignin", `The sign-in at ${provider.id} could not be started`)
    // Discovery throws the same error at the start of a sign-in and in its callback
    throw error.type === "OAuthCallbackError" ? new AuthError("OAuthSignin", error.message, error.cause) : error
  }
}

/** The checks of a transaction with its name: the `state`, even if it isn't sent. */
type NewChecks = AuthorizationChecks & { state: string }

async function checksFor(
  client: ProviderClient,
  { issuer, code_challenge_methods_supported: methods }: Metadata,
  state?: string,
): Promise<NewChecks> {
  const { provider } = client
  const configuredChecks = provider.checks ?? ["pkce"]
  const pkce = configuredChecks.includes("pkce")
  const method = provider.pkceMethod ?? "S256"
  if (pkce && methods && !methods.includes(method)) {
    throw configurationError(
      `Provider ${provider.id} doesn't support the ${method} code challenge: set its \`checks\` to \`state\` or \`nonce\``,
    )
  }
  return {
    // Sent regardless of `checks`, except for `none` under the Auth.js preset: a server may ignore the code verifier
    // (RFC 9700, section 2.1.1)
    state: state ?? oauth.generateRandomState(),
    ...(configuredChecks.includes("nonce") && { nonce: oauth.generateRandomNonce() }),
    ...(pkce && { code_verifier: oauth.generateRandomCodeVerifier() }),
    ...(provider.dpop === true && { dpop_key: await requireExtensions(client).createDpopKey() }),
    ...(issuer !== undefined && { issuer }),
  }
}

interface AuthorizationUrlInput extends AuthorizationStart {
  checks: NewChecks
  extras: readonly (readonly [string, string])[]
}

async function authorizationUrl(
  providerClient: ProviderClient,
  metadata: Metadata,
  { redirectUri, checks, extras, sendsState }: AuthorizationUrlInput,
): Promise<URL> {
  const { provider } = providerClient
  if (!provider.clientId) throw missingClientId(provider)
  const url = resolveUrl(providerClient, metadata.authorization_endpoint, "authorization endpoint")
  const endpoint = toEndpoint(provider.authorization)
  const endpointParams = toParams(
    fillTemplates(endpoint.params ?? {}, placeholderValues(provider)),
    provider.scopeSeparator,
  )
  const fixed: [string, string][] = [
    ["response_type", "code"],
    [provider.clientIdParam ?? "client_id", provider.clientId],
    ["redirect_uri", redirectUri],
    ...endpointParams,
  ]
  for (const [name, value] of fixed) url.searchParams.set(name, value)
  for (const [name] of extras) url.searchParams.delete(name)
  for (const [name, value] of extras) url.searchParams.append(name, value) // `resource` may repeat
  for (const [name, value] of await checkParams(providerClient, checks))
    if (sendsState || name !== "state") url.searchParams.set(name, value)
  if (provider.type === "oidc" && !url.searchParams.has("scope")) url.searchParams.set("scope", "openid profile email")
  if (url.searchParams.get("scope") === "") url.searchParams.delete("scope")
  return url
}

/** Returns whether the parameters are signed or pushed. */
function securesParameters({ signedRequest, pushedAuthorization }: OAuthConfig, metadata: Metadata): boolean {
  const { require_signed_request_object: signs, require_pushed_authorization_requests: pushes } = metadata
  return Boolean(signedRequest ?? signs) || Boolean(pushedAuthorization ?? pushes)
}

/** Returns the URL with all parameters, or with one that stands for them: signed, or a reference to what was pushed. */
async function securedUrl(client: ProviderClient, metadata: Metadata, url: URL): Promise<string> {
  const shown = securesParameters(client.provider, metadata)
    ? await requireExtensions(client).secureParameters(client, metadata, url.searchParams)
    : url.searchParams
  // An endpoint may have a query of its own, which stays (RFC 6749, section 3.1)
  const own = resolveUrl(client, metadata.authorization_endpoint, "authorization endpoint").searchParams
  if (shown !== url.searchParams) url.search = String(new URLSearchParams([...own, ...shown]))
  // Some servers don't decode a plus as a space. All of them decode `%20`
  url.search = url.searchParams.toString().replaceAll("+", "%20")
  return url.href
}

async function checkParams(client: ProviderClient, checks: NewChecks): Promise<[string, string][]> {
  const { pkceMethod = "S256", signedResponse } = client.provider
  const { state, nonce, code_verifier: verifier, dpop_key: dpopKey } = checks
  const pkce: [string, string][] =
    verifier === undefined
      ? []
      : [
          ["code_challenge", pkceMethod === "plain" ? verifier : await oauth.calculatePKCECodeChallenge(verifier)],
          ["code_challenge_method", pkceMethod],
        ]
  const optional: [string, string | undefined][] = [
    ["nonce", nonce],
    ["dpop_jkt", dpopKey === undefined ? undefined : await requireExtensions(client).dpopThumbprint(client, dpopKey)],
    ["response_mode", signedResponse === true ? "jwt" : undefined],
  ]
  return [["state", state], ...pkce, ...optional.filter((param): param is [string, string] => param[1] !== undefined)]
}
