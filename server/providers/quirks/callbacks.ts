import { AuthError } from "../../errors.ts"
import { md5 } from "./md5.ts"
import type { OAuthConfig, TokenEndpoint, UserinfoEndpoint } from "../types.ts"
import type { Profile } from "../profile-types.ts"

type OnCallback = NonNullable<OAuthConfig["onCallback"]>

function toEndpoint<E extends { url?: string }>(endpoint: string | E | undefined): E | { url: string } | undefined {
  return typeof endpoint === "string" ? { url: endpoint } : endpoint
}

/**
 * Continues the sign-in at the data center that the callback names, if it is one of `servers`.
 *
 * @throws {AuthError} `OAuthCallbackError` for any other
 */
export function useDataCenter(parameter: string, from: string, servers: readonly string[]): OnCallback {
  return (parameters, provider) => {
    const server = parameters.get(parameter)
    if (server === null || server === from) return undefined
    if (!servers.includes(server)) {
      throw new AuthError("OAuthCallbackError", `The callback of ${provider.id} names an unknown data center`)
    }
    const moved = (url = "") => (url.startsWith(from) ? server + url.slice(from.length) : url)
    const token = toEndpoint<TokenEndpoint>(provider.token)
    const userinfo = toEndpoint<UserinfoEndpoint>(provider.userinfo)
    return {
      token: { ...token, url: moved(token?.url) },
      userinfo: { ...userinfo, url: moved(userinfo?.url) },
    }
  }
}

async function hmac(message: string, secret: string): Promise<Uint8Array> {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ])
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(message)))
}

function equalsHex(hex: string, bytes: Uint8Array): boolean {
  const decoded = Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16))
  const difference = bytes.reduce(
    (sum, byte, index) => sum | (byte ^ (decoded[index] ?? 256)),
    decoded.length ^ bytes.length,
  )
  return difference === 0 && hex.length === bytes.length * 2
}

/**
 * Rejects a callback whose parameters the shop didn't sign with the client secret, and one of another shop.
 *
 * @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
 * @throws {AuthError} `OAuthCallbackError`
 */
export function verifyShopSignature(shop: string): OnCallback {
  return async (parameters, { id, clientSecret }) => {
    const signed = [...parameters].filter(([name]) => name !== "hmac").sort(([a], [b]) => (a < b ? -1 : 1))
    const message = signed.map(([name, value]) => `${name}=${value}`).join("&")
    const secret = typeof clientSecret === "string" ? clientSecret : ""
    const same = secret !== "" && equalsHex(parameters.get("hmac") ?? "", await hmac(message, secret))
    if (!same || parameters.get("shop") !== shop) {
      throw new AuthError("OAuthCallbackError", `The callback of ${id} is not signed by ${shop}`)
    }
  }
}

/**
 * Returns the signature of a request to Odnoklassniki: MD5 over the sorted parameters and a key made of token and
 * secret.
 */
export function signRequest(params: Readonly<Record<string, string>>, accessToken: string, secret: string): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return md5(sorted.map(([name, value]) => `${name}=${value}`).join("") + md5(accessToken + secret))
}

/** Returns a userinfo endpoint whose request is signed. */
export function signedUserinfoEndpoint(url: string, params: Readonly<Record<string, string>>): UserinfoEndpoint {
  return {
    url,
    async request({ tokens, provider, fetch }): Promise<Profile | undefined> {
      const secret = typeof provider.clientSecret === "string" ? provider.clientSecret : ""
      const token = tokens.access_token ?? ""
      const query = new URLSearchParams({ ...params, sig: signRequest(params, token, secret), access_token: token })
      const response = await fetch(`${url}?${query}`)
      const body: unknown = response.ok ? await response.json() : undefined
      return typeof body === "object" && body !== null && !("error_code" in body) ? { ...body } : undefined
    },
  }
}
