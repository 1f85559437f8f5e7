import { bearerOf } from "../cookies/bearer.ts"
import { cookieJar } from "../cookies/jar.ts"
import { readChunked } from "../cookies/chunks.ts"
import { cookieName } from "../cookies/names.ts"
import { AuthError } from "../errors.ts"
import type { LoggerInstance } from "../logger.ts"
import type { DecodeParams, JWT } from "./jwt-types.ts"
import { decode as decodeToken } from "./jwt.ts"
import type { Awaitable } from "../adapters/contract.ts"

export interface GetTokenParams<Raw extends boolean = false> {
  /** A request, or an object with its headers. */
  req: Request | { headers: Headers | Record<string, string | string[] | undefined> }
  /** @default both of ours are looked for, or the one that `secureCookie` says */
  cookieName?: string
  /** @default AUTH_SECRET */
  secret?: string | readonly string[]
  /** @default the name of the cookie that was found */
  salt?: string
  /** Look for the `__Host-` cookie, or for the plain one. @default whichever came */
  secureCookie?: boolean
  /** Answer the token as it was sent. @default false */
  raw?: Raw
  decode?: (params: DecodeParams) => Awaitable<JWT | null>
  logger?: Pick<LoggerInstance, "debug">
}

/** What {@link getToken} is made of, for tokens and cookies of one form. */
interface TokenSource {
  decode(params: DecodeParams): Awaitable<JWT | null>
  cookieName(secure: boolean): string
}

/** A `getToken` for the tokens that `decode` opens, in the cookies that `cookieName` names. */
export function getTokenWith(source: TokenSource) {
  async function getToken(params: GetTokenParams<true> & { raw: true }): Promise<string | null>
  async function getToken(params: GetTokenParams): Promise<JWT | null>
  async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
    return findToken(params, source)
  }
  return getToken
}

async function findToken(params: GetTokenParams<boolean>, source: TokenSource): Promise<JWT | string | null> {
  const { req, secret = environment("AUTH_SECRET"), raw = false, decode = source.decode, logger } = params
  const header = (name: string) => headerOf(req.headers, name)
  const names = cookieNames(params, source)
  const jar = cookieJar(header("cookie"))
  const found = names.map((name) => ({ name, token: readChunked(jar, name) })).find(({ token }) => token)
  const token = found?.token ?? bearerOf(header("authorization"))
  if (!token) return null
  if (raw) return token
  if (!secret || secret.length === 0)
    throw new AuthError("MissingSecretError", "getToken needs `secret` or AUTH_SECRET")
  for (const salt of params.salt ? [params.salt] : found ? [found.name] : names) {
    try {
      const claims = await decode({ token, secret, salt })
      if (claims) return !found || isForThisSite(claims) ? claims : null
    } catch {
      logger?.debug(`The token does not open with the salt ${salt}`)
    }
  }
  return null
}

/**
 * The session token of a request, out of its cookies (whole or in chunks) or its `Authorization: Bearer` header.
 *
 * @returns null when there is none, when it was not sealed with `secret` or has expired, and when a cookie's names another
 *   site than AUTH_URL
 * @throws {AuthError} `MissingSecretError` without a secret
 */
export const getToken = getTokenWith({
  decode: decodeToken,
  cookieName: (secure) => cookieName("sessionToken", secure),
})

function cookieNames({ cookieName, secureCookie }: GetTokenParams<boolean>, source: TokenSource): string[] {
  if (cookieName) return [cookieName]
  const wanted = secureCookie === undefined ? [true, false] : [secureCookie]
  return wanted.map((secure) => source.cookieName(secure))
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const value = headers[name] ?? headers[name.replace(/^./, (letter) => letter.toUpperCase())]
  return typeof value === "string" ? value : null // several of one name are ambiguous
}

/** Whether the site that a cookie's token names is the configured one; one that names none is for any (RFC 8725, section 3.9). */
function isForThisSite({ aud }: JWT): boolean {
  const site = URL.parse(environment("AUTH_URL") ?? environment("LEGACYAUTH_URL") ?? "")
  if (site && typeof aud === "string" && aud.startsWith(".")) return `.${site.hostname}`.endsWith(aud) // of a whole domain
  const named = typeof aud === "string" ? URL.parse(aud) : null
  return !site || !named || site.origin === named.origin
}

function environment(name: string): string | undefined {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]
}
