import * as oauth from "oauth4webapi"
import type { Fetch, OAuthConfig } from "../providers/types.ts"
import { boundedFetch } from "./request.ts"
import { withDpop } from "./require-extensions.ts"
import type { OAuthEngine } from "./types.ts"
import { isLoopbackUrl } from "./values.ts"

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
        ...(sender.dpop && { DPoP: sender.dpop.handle }),
        [oauth.allowInsecureRequests]: isLoopbackUrl(url),
        [oauth.customFetch]: (_, sent) => boundedFetch(sender)(url.href, sent as RequestInit), // the same object in oauth4webapi's types
        signal: request.signal,
      })
    try {
      return await (sender.dpop ? sender.dpop.retry(send) : send())
    } catch (thrown) {
      if (thrown instanceof oauth.WWWAuthenticateChallengeError) return thrown.response // as `fetch` does
      throw thrown
    }
  }
}
