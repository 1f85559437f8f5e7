import * as oauth from "oauth4webapi"
import { AuthError } from "../errors.ts"
import type { Fetch, OAuthConfig } from "../providers/types.ts"
import { isLoopbackUrl, callbackError } from "./values.ts"
import { boundedFetch, toResponse, type ProviderResponse } from "./request.ts"
import { allowHttp, toOAuthClient } from "./standard.ts"
import type { AuthorizationChecks, OAuthEngine, ProviderClient } from "./types.ts"

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" }
const CURVE = { kty: "EC", crv: "P-256" }

/** Creates the key that a sign-in's tokens are bound to: the numbers of an ES256 private key, as text. */
export async function createDpopKey(): Promise<string> {
  const { privateKey } = await oauth.generateKeyPair("ES256", { extractable: true })
  const { d, x, y } = await crypto.subtle.exportKey("jwk", privateKey)
  return [d, x, y].join(".")
}

async function toHandle(client: ProviderClient, key: string): Promise<oauth.DPoPHandle> {
  const [d = "", x = "", y = ""] = key.split(".")
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", { ...CURVE, d, x, y }, ALGORITHM, false, ["sign"]),
    crypto.subtle.importKey("jwk", { ...CURVE, x, y }, ALGORITHM, true, ["verify"]),
  ])
  return oauth.DPoP(toOAuthClient(client), { privateKey, publicKey })
}

/** Returns the client, whose requests prove the possession of `key` if there is one. */
export async function withDpop(client: ProviderClient, key: string | undefined): Promise<ProviderClient> {
  return key === undefined ? client : { ...client, dpop: await toHandle(client, key) }
}

/**
 * Returns the client that finishes a sign-in: with the key of its start.
 *
 * @throws {AuthError} `OAuthCallbackError` if the sign-in began before the app turned DPoP on
 */
export function withCheckedDpop(
  client: ProviderClient,
  { dpop_key: key }: AuthorizationChecks,
): Promise<ProviderClient> {
  if (client.provider.dpop === true && key === undefined)
    throw callbackError(`The sign-in at ${client.provider.id} started without a DPoP key. Start it again`)
  return withDpop(client, key)
}

/**
 * Returns the thumbprint of a key, which binds the code to it
 * ([RFC 9449, section 10](https://www.rfc-editor.org/rfc/rfc9449#section-10)).
 */
export async function dpopThumbprint(client: ProviderClient, key: string): Promise<string> {
  return (await toHandle(client, key)).calculateThumbprint()
}

/**
 * Repeats a request once if the server asks for a nonce in the proof, which the client has noted by then
 * ([RFC 9449, section 8](https://www.rfc-editor.org/rfc/rfc9449#section-8)).
 */
export async function retryWithNonce<T>({ dpop }: Pick<ProviderClient, "dpop">, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (thrown) {
    const error = thrown instanceof AuthError ? thrown.cause?.err : thrown
    if (dpop === undefined || !oauth.isDPoPNonceError(error)) throw thrown
    return send()
  }
}

/**
 * Sends a request with the headers that prove the possession of the token's key. Without a key, there are none. Returns
 * the response whatever its status is.
 */
export async function requestWithProof(
  { dpop }: ProviderClient,
  url: URL,
  { method, token }: { method: string; token: string | undefined },
  send: (headers: Record<string, string>) => Promise<ProviderResponse>,
): Promise<ProviderResponse> {
  if (dpop === undefined || token === undefined) return send({})
  const captured: { answer?: ProviderResponse } = {}
  const request = () =>
    oauth.protectedResourceRequest(token, method, url, undefined, undefined, {
      ...allowHttp,
      DPoP: dpop,
      [oauth.customFetch]: async (_, { headers }) => {
        const { authorization = "", dpop: proof = "" } = headers
        return toResponse((captured.answer = await send({ authorization, dpop: proof })))
      },
    })
  await retryWithNonce({ dpop }, request).catch((thrown: unknown) => {
    if (!(thrown instanceof oauth.WWWAuthenticateChallengeError)) throw thrown
  })
  if (captured.answer) return captured.answer
  throw callbackError(`The request to ${url.origin} was not sent`)
}

interface TokenSender {
  engine: OAuthEngine
  provider: OAuthConfig
  accessToken: string
  /** The key that the token is bound to. @default none, for a bearer token */
  key: string | undefined
}

/**
 * Returns a `fetch` that sends an access token with each request: as a bearer token, or with a proof of its key. It
 * doesn't follow redirects, because another server must not get the token.
 */
export function tokenFetch({ engine, provider, accessToken, key }: TokenSender): Fetch {
  const client = withDpop({ engine, provider }, key)
  client.catch(() => undefined) // the first request reports it
  return async (input, init) => {
    const request = new Request(input, init)
    const sender = await client
    const url = new URL(request.url)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined // may be sent twice
    const send = async () =>
      oauth.protectedResourceRequest(accessToken, request.method, url, new Headers(request.headers), body, {
        ...(sender.dpop && { DPoP: sender.dpop }),
        [oauth.allowInsecureRequests]: isLoopbackUrl(url),
        [oauth.customFetch]: (_, sent) => boundedFetch(sender)(url.href, sent as RequestInit), // the same object in oauth4webapi's types
        signal: request.signal,
      })
    try {
      return await retryWithNonce(sender, send)
    } catch (thrown) {
      if (thrown instanceof oauth.WWWAuthenticateChallengeError) return thrown.response // as `fetch` does
      throw thrown
    }
  }
}
