import * as oauth from "oauth4webapi"
import { asError } from "../errors.ts"
import {
  allowsHttp,
  isLoopbackUrl,
  resolveUrl,
  callbackError,
  isFields,
  isText,
  parseJson,
  type Fields,
} from "./values.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { EndpointName, Metadata, ProviderClient } from "./types.ts"
import { requestProvider, toResponse } from "./request.ts"
import { runStep } from "./standard.ts"

const CACHE_TIME = 60 * 60 * 1000

/** The endpoints of every sign-in. It doesn't start if it couldn't finish. */
const EVERY_SIGN_IN = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const satisfies EndpointName[]

/**
 * Completes the configured metadata with the server's discovery document.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function discover(
  client: ProviderClient,
  configuredValues: Metadata,
  needed: readonly EndpointName[],
): Promise<Metadata> {
  const where = discoveryUrl(client)
  if (!where) return configuredValues
  const metadata = await client.engine.metadata.documents.take(
    `${client.provider.id} ${where.href}`,
    { now: client.engine.now(), maxAge: CACHE_TIME },
    () => fetchMetadata(client, where),
  )
  const fault = [...EVERY_SIGN_IN, ...needed].find(
    (name) => configuredValues[name] === undefined && metadata.faults?.[name] !== undefined,
  )
  if (fault) throw callbackError(metadata.faults?.[fault] ?? fault)
  const aliases = usesCertificate(client.provider) ? metadata.mtls_endpoint_aliases : undefined
  return {
    ...metadata,
    ...aliases,
    ...configuredValues,
    ...(metadata.issuer !== undefined && { issuer: metadata.issuer }),
  }
}

// RFC 8705, section 5: such a client must prefer the aliases
function usesCertificate({ client = {} }: OAuthConfig): boolean {
  const { token_endpoint_auth_method: method, tls_client_certificate_bound_access_tokens: bound } = client
  return method === "tls_client_auth" || method === "self_signed_tls_client_auth" || bound === true
}

/** For an issuer, which a user of the app may have typed. */
const NO_PLACEHOLDERS = {}

function discoveryUrl(client: ProviderClient): URL | undefined {
  const { wellKnown, issuer } = client.provider
  if (wellKnown) return resolveUrl(client, String(wellKnown), "discovery URL")
  if (!issuer) return undefined
  const url = resolveUrl(client, issuer, "issuer", NO_PLACEHOLDERS)
  // OpenID Connect Discovery, section 4: remove a trailing slash of the issuer's path, then append
  url.pathname = `${url.pathname.replace(/\/$/, "")}/.well-known/openid-configuration`
  return url
}

async function fetchMetadata(client: ProviderClient, where: URL): Promise<Metadata> {
  const { provider } = client
  const send = async () => toResponse(await requestProvider(client, where, "discovery document", {}))
  // `where` is the URL that discoveryRequest derives from the issuer, unless the configuration sets another one
  const response = provider.wellKnown
    ? await send()
    : await oauth.discoveryRequest(new URL(String(provider.issuer)), {
        [oauth.customFetch]: send,
        [oauth.allowInsecureRequests]: true,
      })
  const { issuer } = parseFields(await response.clone().text())
  return runStep(client, "discovery document", async () =>
    parseMetadata(client, await oauth.processDiscoveryResponse(expectedIssuer(client, issuer, where), response), where),
  )
}

const parseFields = (text: string): Fields => {
  const json = parseJson(text)
  return isFields(json) ? json : {}
}

// OpenID Connect Discovery, section 4.3, and RFC 8414, section 3.3: the configured issuer, or another name that it may
// have
function expectedIssuer({ provider }: ProviderClient, found: unknown, where: URL): URL {
  const expected = provider.issuer
  if (isText(found) && !URL.canParse(found)) {
    throw callbackError(
      `The discovery document of ${provider.id} is for issuer ${found.slice(0, 200)}, which isn't a URL`,
    )
  }
  const isExpected = isText(found) && (!expected || matchesIssuer(provider, found, { wanted: expected, where }))
  return new URL(isExpected ? found : (expected ?? where))
}

function matchesIssuer(
  provider: OAuthConfig,
  found: string,
  { wanted, where }: { wanted: string; where: URL },
): boolean {
  if (found === wanted || found === `${wanted}/` || `${found}/` === wanted) return true
  if (provider.wellKnown && `${found.replace(/\/$/, "")}/.well-known/openid-configuration` === where.href) return true
  return provider.acceptsIssuer?.(found, {}) === true || isTenantTemplate(found, wanted)
}

/** Returns whether an issuer is Entra's template for all tenants, in which `{tenantid}` stands for a token's `tid`. */
function isTenantTemplate(found: string, expected: string): boolean {
  return found.replace("{tenantid}", "common") === expected.replace(/\/(?:organizations|consumers)\//, "/common/")
}

const FLAGS = [
  "authorization_response_iss_parameter_supported",
  "require_pushed_authorization_requests",
  "require_signed_request_object",
] as const
/** The endpoints that an alias may replace, of those that Latchkit calls itself. */
const ALIASED = ["token_endpoint", "userinfo_endpoint", "pushed_authorization_request_endpoint"] as const

function parseAliases(client: ProviderClient, aliases: unknown, where: URL): Record<string, string> | undefined {
  if (!isFields(aliases) || !usesCertificate(client.provider)) return undefined
  return Object.assign({}, ...ALIASED.map((name) => parseEndpoint(client, aliases[name], { name, where })))
}

function parseMetadata(client: ProviderClient, document: Fields, where: URL): Metadata {
  const strings = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : undefined)
  const faults: Record<string, string> = {}
  const endpoint = (name: EndpointName) => {
    try {
      return parseEndpoint(client, document[name], { name, where })
    } catch (thrown) {
      faults[name] = asError(thrown).message
      return {}
    }
  }
  const aliases = parseAliases(client, document["mtls_endpoint_aliases"], where)
  const [methods, algorithms, claims] = [
    document["code_challenge_methods_supported"],
    document["id_token_signing_alg_values_supported"],
    document["claims_supported"],
  ].map(strings)
  return {
    issuer: String(document["issuer"]),
    ...endpoint("authorization_endpoint"),
    ...endpoint("token_endpoint"),
    ...endpoint("userinfo_endpoint"),
    ...endpoint("jwks_uri"),
    ...endpoint("end_session_endpoint"),
    ...endpoint("pushed_authorization_request_endpoint"),
    faults,
    ...(aliases && { mtls_endpoint_aliases: aliases }),
    ...Object.fromEntries(FLAGS.filter((name) => document[name] === true).map((name) => [name, true])),
    ...(methods && { code_challenge_methods_supported: methods }),
    ...(claims && { claims_supported: claims }),
    ...(algorithms && { id_token_signing_alg_values_supported: algorithms }),
  }
}

// A discovery document may not send secrets or users to URLs that the configuration couldn't name, nor to this machine.
// Only the configuration's URLs have placeholders
function parseEndpoint(
  client: ProviderClient,
  value: unknown,
  { name, where }: { name: EndpointName; where: URL },
): Partial<Metadata> {
  if (value === undefined || value === null) return {}
  if (!isText(value))
    throw callbackError(`The ${name} in the discovery document of ${client.provider.id} isn't a string`)
  const url = resolveUrl(client, value, `${name} in the discovery document`, {})
  const literal = url.href.replaceAll("{", "%7B").replaceAll("}", "%7D")
  if (!isLoopbackUrl(url) || isLoopbackUrl(where) || allowsHttp(client)) return { [name]: literal }
  throw callbackError(
    `The ${name} in the discovery document of ${client.provider.id} points to this machine: ${url.host}`,
  )
}
