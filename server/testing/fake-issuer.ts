import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose"
import type { Fetch } from "../providers/types.ts"

/**
 * Functions that change the issuer's responses. The issuer sends its usual response for each one that you leave out.
 */
export interface FakeIssuerResponses {
  /** Returns the discovery document to send, given the usual one. */
  discovery?: (document: Record<string, unknown>) => unknown
  /** Returns the response to an authorization code, given the usual body and the request's parameters. */
  token?: (
    body: Record<string, unknown>,
    request: URLSearchParams,
  ) => Response | Record<string, unknown> | Promise<Response | Record<string, unknown>>
  /** Returns the body of the response to a refresh token. @default the error `invalid_grant`, with status 400 */
  refresh?: () => Promise<Record<string, unknown>>
  /** Returns the claims of the ID token, given the usual ones. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Returns the signed ID token, instead of one that the issuer's key signs. */
  idToken?: (claims: JWTPayload) => string | Promise<string>
  /** Returns the response of the userinfo endpoint, given the user's profile. */
  userinfo?: (profile: Record<string, unknown>) => Response | Record<string, unknown>
  /** Returns the keys to publish, given the issuer's own. */
  keys?: (keys: JWK[]) => JWK[]
}

/** An OpenID provider of {@link fakeIssuer}. */
export interface FakeIssuer {
  issuer: string
  clientId: string
  /**
   * Pass it as `fetch` of the configuration. Responds to this issuer's URLs and throws a `TypeError` for every other
   * one.
   */
  fetch: Fetch
  /**
   * Follows an authorization URL as a user who agrees would. Returns the callback's parameters. `person` has the claims
   * of the user.
   *
   * @default Ada, with a verified address
   */
  authorize(url: string, person?: Record<string, unknown>): URLSearchParams
  /** Every request that `fetch` received, in order. */
  requests: { method: string; url: string; headers: Headers; body: string }[]
  /** Set or delete its functions between requests, to change the next responses. @default {} */
  responses: FakeIssuerResponses
  /** Signs a JWT with the issuer's key. `typ` sets the type in its header. */
  sign(claims: JWTPayload, typ?: string): Promise<string>
}

interface Grant {
  nonce: string | null
  challenge: string | null
  redirectUri: string
  person: Record<string, unknown>
}

const KEYS = new Map<string, ReturnType<typeof generateKeyPair>>()

/** Returns an issuer's keys. They are kept for the process, because a new RSA key takes a tenth of a second. */
function keysFor(name: string): ReturnType<typeof generateKeyPair> {
  const keys = KEYS.get(name) ?? generateKeyPair("RS256", { extractable: true })
  KEYS.set(name, keys)
  return keys
}

/**
 * Creates an OpenID provider without a network, for an app's own tests. Pass its `fetch` to the configuration. If the
 * configuration has a `clock`, pass it here too, because an ID token must have been issued just now. Issuers with the
 * same URL and client id have the same key in one process.
 */
export async function fakeIssuer({
  issuer = "https://issuer.test",
  clientId = "client",
  clock = Date.now,
} = {}): Promise<FakeIssuer> {
  const { privateKey, publicKey } = await keysFor(`${issuer} ${clientId}`)
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }
  const grants = new Map<string, Grant>()
  const people = new Map<string, Record<string, unknown>>()
  const requests: FakeIssuer["requests"] = []
  const responses: FakeIssuerResponses = {}
  const sign = (claims: JWTPayload, typ?: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one", ...(typ && { typ }) }).sign(privateKey)

  async function tokens(body: URLSearchParams): Promise<Response> {
    if (body.get("grant_type") === "refresh_token" && responses.refresh) return toResponse(await responses.refresh())
    const grant = grants.get(body.get("code") ?? "")
    grants.delete(body.get("code") ?? "")
    if (!grant || grant.redirectUri !== body.get("redirect_uri"))
      return Response.json({ error: "invalid_grant" }, { status: 400 })
    if (grant.challenge !== null && grant.challenge !== (await codeChallenge(body.get("code_verifier") ?? ""))) {
      return Response.json({ error: "invalid_grant", error_description: "code_verifier" }, { status: 400 })
    }
    const now = Math.floor(clock() / 1000)
    const usualClaims = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 600,
      ...(grant.nonce && { nonce: grant.nonce }),
      ...grant.person,
    }
    const claims = responses.claims?.(usualClaims) ?? usualClaims
    const access = `access-${crypto.randomUUID()}`
    people.set(access, grant.person)
    const usualBody = {
      access_token: access,
      token_type: "Bearer",
      expires_in: 3600,
      id_token: await (responses.idToken?.(claims) ?? sign(claims)),
    }
    return toResponse((await responses.token?.(usualBody, body)) ?? usualBody)
  }

  function userinfo(headers: Headers): Response {
    const person = people.get(headers.get("authorization")?.replace(/^Bearer /, "") ?? "")
    if (!person) return Response.json({ error: "invalid_token" }, { status: 401 })
    return toResponse(responses.userinfo?.(person) ?? person)
  }

  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    id_token_signing_alg_values_supported: ["RS256"],
  }

  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.text()
    const { url, method, headers } = request
    requests.push({ method, url, headers, body })
    switch (url.split("?")[0]) {
      case `${issuer}/.well-known/openid-configuration`:
        return Response.json(responses.discovery?.(document) ?? document)
      case document.token_endpoint:
        return tokens(new URLSearchParams(body))
      case document.userinfo_endpoint:
        return userinfo(headers)
      case document.jwks_uri:
        return Response.json({ keys: responses.keys?.([jwk]) ?? [jwk] })
      default:
        throw new TypeError(`The fake issuer has nothing at ${url}`)
    }
  }

  return {
    issuer,
    clientId,
    fetch,
    requests,
    responses,
    sign,
    authorize(url, person = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }) {
      const { searchParams } = new URL(url)
      const code = crypto.randomUUID()
      const redirectUri = searchParams.get("redirect_uri") ?? ""
      grants.set(code, {
        nonce: searchParams.get("nonce"),
        challenge: searchParams.get("code_challenge"),
        redirectUri,
        person,
      })
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" })
    },
  }
}

function toResponse(value: Response | Record<string, unknown>): Response {
  return value instanceof Response ? value : Response.json(value)
}

async function codeChallenge(verifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
}
