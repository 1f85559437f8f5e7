import * as oauth from "oauth4webapi"
import { AuthError } from "../errors.ts"
import { callbackError } from "./values.ts"
import { toResponse } from "./request.ts"
import { allowHttp, toOAuthClient } from "./standard.ts"
import type { KeyProof, ProviderClient, ProviderResponse } from "./types.ts"

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

/** Returns the client, whose requests prove the possession of `key`. */
export async function withKeyProof(client: ProviderClient, key: string): Promise<ProviderClient> {
  const handle = await toHandle(client, key)
  const proof: KeyProof = {
    handle,
    retry: retryWithNonce,
    request: (url, sent, send) => requestWithProof(handle, url, sent, send),
  }
  return { ...client, dpop: proof }
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
async function retryWithNonce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (thrown) {
    const error = thrown instanceof AuthError ? thrown.cause?.err : thrown
    if (!oauth.isDPoPNonceError(error)) throw thrown
    return send()
  }
}

/** Sends a request with the headers that prove the possession of the token's key. Returns any response. */
async function requestWithProof(
  handle: oauth.DPoPHandle,
  url: URL,
  { method, token }: { method: string; token: string },
  send: (headers: Record<string, string>) => Promise<ProviderResponse>,
): Promise<ProviderResponse> {
  const captured: { answer?: ProviderResponse } = {}
  const request = () =>
    oauth.protectedResourceRequest(token, method, url, undefined, undefined, {
      ...allowHttp,
      DPoP: handle,
      [oauth.customFetch]: async (_, { headers }) => {
        const { authorization = "", dpop: proof = "" } = headers
        return toResponse((captured.answer = await send({ authorization, dpop: proof })))
      },
    })
  await retryWithNonce(request).catch((thrown: unknown) => {
    if (!(thrown instanceof oauth.WWWAuthenticateChallengeError)) throw thrown
  })
  if (captured.answer) return captured.answer
  throw callbackError(`The request to ${url.origin} was not sent`)
}
