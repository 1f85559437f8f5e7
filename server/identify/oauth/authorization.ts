import type { OAuthConfig } from "../../providers/types.ts"
import { endpointOf, paramsOf, sourceOf, urlOf } from "./endpoints.ts"
import type { FlowChecks, OAuthEngine, Party } from "./engine.ts"
import { metadataFor, type Metadata } from "./metadata.ts"
import { challengeOf, randomText } from "./pkce.ts"
import { asAuthError, misconfigured } from "./refusal.ts"
import { visitorParams } from "./visitor-params.ts"
import { fillAll } from "../../providers/template.ts"

export interface Start {
  engine: OAuthEngine
  provider: OAuthConfig
  /** Where the provider sends the visitor back to. */
  redirectUri: string
  /** What the visitor asked to be sent along. */
  params?: Iterable<readonly [string, string]>
  /** A value of the caller's own, unguessable; otherwise one is made. */
  state?: string
}

/**
 * The URL that a visitor is sent to, and what the callback needs of this start.
 *
 * @throws {AuthError} `OAuthSignin`, `InvalidProvider`, or `InvalidRequest` for parameters a visitor may not set
 */
export async function startAuthorization(start: Start): Promise<{ url: string; checks: FlowChecks }> {
  const { engine, provider, params = [] } = start
  const extras = visitorParams(provider, params)
  const party = { engine, provider }
  try {
    const metadata = await metadataFor(party, ["authorization_endpoint"])
    const checks = checksFor(provider, metadata, start.state)
    const url = await authorizationUrl(party, metadata, { ...start, checks, extras })
    return { url, checks }
  } catch (thrown) {
    throw asAuthError(thrown, "OAuthSignin", `The sign-in at ${provider.id} could not be started`)
  }
}

function checksFor(
  provider: OAuthConfig,
  { issuer, code_challenge_methods_supported: methods }: Metadata,
  state?: string,
): FlowChecks {
  const wanted = provider.checks ?? ["pkce"]
  const pkce = wanted.includes("pkce")
  const method = provider.pkceMethod ?? "S256"
  if (pkce && methods && !methods.includes(method)) {
    throw misconfigured(
      `Provider ${provider.id} supports no ${method} code challenge: set its checks to state or nonce`,
    )
  }
  return {
    state: state ?? randomText(), // whatever `checks` says: a server may ignore the code verifier (RFC 9700, section 2.1.1)
    ...(wanted.includes("nonce") && { nonce: randomText() }),
    ...(pkce && { code_verifier: randomText() }),
    ...(issuer !== undefined && { issuer }),
  }
}

interface Request extends Start {
  checks: FlowChecks
  extras: readonly (readonly [string, string])[]
}

async function authorizationUrl(
  party: Party,
  metadata: Metadata,
  { redirectUri, checks, extras }: Request,
): Promise<string> {
  const { provider } = party
  if (!provider.clientId) throw misconfigured(`Provider ${provider.id} has no client id`)
  const url = urlOf(party, metadata.authorization_endpoint, "authorization endpoint")
  const endpoint = endpointOf(provider.authorization)
  const own = paramsOf(fillAll(endpoint.params ?? {}, sourceOf(provider)), provider.scopeSeparator)
  const fixed: [string, string][] = [
    ["response_type", "code"],
    [provider.clientIdParam ?? "client_id", provider.clientId],
    ["redirect_uri", redirectUri],
    ...own,
  ]
  for (const [name, value] of [...fixed, ...extras, ...(await checkParams(provider, checks))])
    url.searchParams.set(name, value)
  if (provider.type === "oidc" && !url.searchParams.has("scope")) url.searchParams.set("scope", "openid profile email")
  if (url.searchParams.get("scope") === "") url.searchParams.delete("scope")
  // Some servers read a plus as a plus; a percent-encoded space is read by all
  url.search = url.searchParams.toString().replaceAll("+", "%20")
  return url.href
}

async function checkParams({ pkceMethod = "S256" }: OAuthConfig, checks: FlowChecks): Promise<[string, string][]> {
  const { state, nonce, code_verifier: verifier } = checks
  const pkce: [string, string][] =
    verifier === undefined
      ? []
      : [
          ["code_challenge", pkceMethod === "plain" ? verifier : await challengeOf(verifier)],
          ["code_challenge_method", pkceMethod],
        ]
  return [["state", state], ...pkce, ...(nonce === undefined ? [] : [["nonce", nonce] satisfies [string, string]])]
}
