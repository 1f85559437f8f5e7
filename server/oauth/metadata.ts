import * as oauth from "oauth4webapi"
import { endpointOf, isLoopback, sourceOf, urlOf } from "./endpoints.ts"
import { fill } from "../providers/template.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Metadata, Party } from "./types.ts"
import { refusal } from "./refusal.ts"
import { ask, responseOf } from "./request.ts"
import { isFields, isText, parseJson, type Fields } from "./shapes.ts"
import { step } from "./standard.ts"

const HOUR = 60 * 60 * 1000

/** Which of a server's endpoints a step needs. */
export type Needed =
  "authorization_endpoint" | "token_endpoint" | "userinfo_endpoint" | "jwks_uri" | "end_session_endpoint"

/**
 * The server's metadata, discovered only where the configuration does not name all that is needed.
 *
 * @throws {AuthError} `InvalidProvider` or `OAuthCallbackError`
 */
export async function metadataFor(party: Party, needed: readonly Needed[]): Promise<Metadata> {
  const own = configured(party.provider)
  const complete = needed.every((name) => own[name] !== undefined)
  const where = complete ? undefined : discoveryUrl(party)
  if (!where) return own
  const found = await party.engine.cache.documents.take(
    `${party.provider.id} ${where.href}`,
    { now: party.engine.now(), maxAge: HOUR },
    () => discover(party, where),
  )
  return { ...found, ...own, ...(found.issuer !== undefined && { issuer: found.issuer }) }
}

function configured(provider: OAuthConfig): Metadata {
  const source = sourceOf(provider)
  const named: Metadata = {
    ...some("issuer", provider.issuer === undefined ? undefined : fill(provider.issuer, source)),
    ...some("authorization_endpoint", endpointOf(provider.authorization).url),
    ...some("token_endpoint", endpointOf(provider.token).url),
    ...some("userinfo_endpoint", endpointOf(provider.userinfo).url),
    ...some("jwks_uri", provider.jwks_endpoint === undefined ? undefined : String(provider.jwks_endpoint)),
    ...some("end_session_endpoint", typeof provider.endSession === "string" ? provider.endSession : undefined),
  }
  return named
}

function some<K extends keyof Metadata>(name: K, value: string | undefined): Partial<Metadata> {
  return isText(value) ? { [name]: value } : {}
}

function discoveryUrl(party: Party): URL | undefined {
  const { wellKnown, issuer } = party.provider
  if (wellKnown) return urlOf(party, String(wellKnown), "discovery URL")
  if (!issuer) return undefined
  const url = urlOf(party, issuer, "issuer")
  // OpenID Connect Discovery, section 4: appended to the issuer's path, whose own slash at the end is dropped
  url.pathname = `${url.pathname.replace(/\/$/, "")}/.well-known/openid-configuration`
  return url
}

async function discover(party: Party, where: URL): Promise<Metadata> {
  const { provider } = party
  const send = async () => responseOf(await ask(party, where, "discovery document", {}))
  // `where` is the URL that discoveryRequest derives from the issuer, unless the configuration names another one
  const response = provider.wellKnown
    ? await send()
    : await oauth.discoveryRequest(new URL(fill(String(provider.issuer), sourceOf(provider))), {
        [oauth.customFetch]: send,
        [oauth.allowInsecureRequests]: true,
      })
  const { issuer } = fieldsIn(await response.clone().text())
  return step(party, "discovery document", async () =>
    metadataIn(party, await oauth.processDiscoveryResponse(expectedIssuer(party, issuer, where), response), where),
  )
}

const fieldsIn = (text: string): Fields => {
  const json = parseJson(text)
  return isFields(json) ? json : {}
}

// OpenID Connect Discovery, section 4.3, and RFC 8414, section 3.3: the configured issuer, or another name that it may have
function expectedIssuer({ provider }: Party, found: unknown, where: URL): URL {
  const wanted = provider.issuer && fill(provider.issuer, sourceOf(provider))
  if (isText(found) && !URL.canParse(found)) {
    throw refusal(`The discovery document of ${provider.id} is for issuer ${found.slice(0, 200)}, which is no URL`)
  }
  const known = isText(found) && (!wanted || isNameOf(provider, found, { wanted, where }))
  return new URL(known ? found : (wanted ?? where))
}

function isNameOf(provider: OAuthConfig, found: string, { wanted, where }: { wanted: string; where: URL }): boolean {
  if (found === wanted || found === `${wanted}/` || `${found}/` === wanted) return true
  if (provider.wellKnown && `${found.replace(/\/$/, "")}/.well-known/openid-configuration` === where.href) return true
  return provider.acceptsIssuer?.(found, {}) === true || isTenantTemplate(found, wanted)
}

/** Whether an issuer is Entra's for every tenant: `{tenantid}` stands where a token's `tid` goes. */
function isTenantTemplate(found: string, wanted: string): boolean {
  return found.replace("{tenantid}", "common") === wanted.replace(/\/(?:organizations|consumers)\//, "/common/")
}

function metadataIn(party: Party, document: Fields, where: URL): Metadata {
  const strings = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : undefined)
  const endpoint = (name: Needed) => endpointIn(party, document[name], { name, where })
  const [methods, algorithms] = [
    document["code_challenge_methods_supported"],
    document["id_token_signing_alg_values_supported"],
  ].map(strings)
  return {
    issuer: String(document["issuer"]),
    ...endpoint("authorization_endpoint"),
    ...endpoint("token_endpoint"),
    ...endpoint("userinfo_endpoint"),
    ...endpoint("jwks_uri"),
    ...endpoint("end_session_endpoint"),
    ...(document["authorization_response_iss_parameter_supported"] === true && {
      authorization_response_iss_parameter_supported: true,
    }),
    ...(methods && { code_challenge_methods_supported: methods }),
    ...(algorithms && { id_token_signing_alg_values_supported: algorithms }),
  }
}

// A document may not send secrets, or a visitor, where the configuration itself could not; and one from elsewhere not here
function endpointIn(party: Party, value: unknown, { name, where }: { name: Needed; where: URL }): Partial<Metadata> {
  if (value === undefined || value === null) return {}
  if (!isText(value)) throw refusal(`The ${name} in the discovery document of ${party.provider.id} is not a text`)
  const url = urlOf(party, value, `${name} in the discovery document`, {})
  if (!isLoopback(url) || isLoopback(where)) return { [name]: url.href }
  throw refusal(`The ${name} in the discovery document of ${party.provider.id} leads to this machine, ${url.host}`)
}
