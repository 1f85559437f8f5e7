import type { Awaitable } from "../../types.ts"
import { processEnv, secretsFrom, siteUrlFrom, hostTrust, withOlderNames, type Env } from "../config/env.ts"
import { type CookieJar, parseBearerToken, parseCookies, readChunked } from "../cookies/jar.ts"
import { wasSessionEnded } from "../cookies/ended.ts"
import { BOUND_COOKIE, cookieName, IMPERSONATION_COOKIE, ownCookie } from "../cookies/names.ts"
import { asError, AuthError } from "../../errors.ts"
import type { LoggerInstance } from "../../logger.ts"
import { parseUrl, resolveSite } from "../config/site.ts"
import type { DecodeParams, JWT } from "../crypto/jwt-types.ts"
import { CLOCK_TOLERANCE } from "../crypto/jwt.ts"
import { keyringFor } from "../crypto/keyring.ts"
import { openValue } from "../crypto/sealed.ts"
import { isSiteAudience, openToken, readSessionKey, startClaim, type TokenForm } from "../crypto/token-form.ts"

/** @internal */
type HeaderRecord = Record<string, string | string[] | undefined>

/** The argument of `getToken`. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** A request, or an object with its headers. */
  req: Request | { headers: Headers | HeaderRecord; url?: string | undefined }
  /** @default Latchkit's own name: with the `__Host-` prefix if the site is on https, without it on http */
  cookieName?: string
  /** @default AUTH_SECRET and AUTH_SECRET_1 to AUTH_SECRET_3 */
  secret?: string | readonly string[]
  /** @default the cookie's name */
  salt?: string
  /** Whether to read the cookie of an https site or of an http site. @default as the site's URL says */
  secureCookie?: boolean
  /**
   * URL of the site that the token must be for: an origin, or an origin and a base path.
   * @default AUTH_URL, else the host that `req` names if it can be trusted: see `trustHost` of the configuration
   */
  site?: string | undefined
  /** Also read the token from `Authorization: Bearer`. A cookie takes precedence. @default false */
  bearer?: boolean
  /** `session.absoluteMaxAge`: seconds from sign-in after which a session ends. @default the token's `exp` alone */
  absoluteMaxAge?: number | undefined
  /** Return the token as it was sent, without verifying it. @default false */
  raw?: Raw
  /**
   * Opens a token of your app's own format, as `jwt.decode` of the configuration does. Its result must have an `exp` in
   * the future. If its `aud` is a URL, it must be one of the site.
   */
  decode?: (params: DecodeParams) => Awaitable<JWT | null>
  logger?: Pick<LoggerInstance, "debug">
}

/** The differences between Latchkit and the packages that it replaces. */
export interface TokenSource {
  /** Returns the formats of tokens sealed with `secret`. `getToken` tries each. */
  forms(secret: string | readonly string[]): readonly TokenForm[]
  cookieName(secure: boolean): string
  /** Whether `bearer` is on by default. */
  readonly bearer: boolean
  /** Whether an app's own `decode` may return a token without `exp`. @default false */
  readonly endless?: boolean
  /** Returns the environment, including the older variable names that are supported. */
  environment(): Env
}

/** Makes a `getToken` for the token formats and cookie names of `source`. */
export function getTokenWith(source: TokenSource) {
  async function getToken(params: GetTokenParams<true> & { raw: true }): Promise<string | null>
  async function getToken(params: GetTokenParams): Promise<JWT | null>
  async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
    return findToken(params, source)
  }
  return getToken
}

/**
 * Reads and opens the session token of a request: from its cookie, whole or in chunks, and with `bearer` also from its
 * `Authorization` header.
 *
 * It reads neither the database nor the configuration, and doesn't call the `jwt` callback. `exp` includes the
 * `session.absoluteMaxAge` of the time at which the token was sealed: pass `absoluteMaxAge` to apply a shorter one.
 *
 * It can't see that a user was deleted, disabled or reclaimed since, or that the password or the address changed. It
 * also can't see that an account waits for its deletion. If that matters, use `auth.getSession(request)`, which reads
 * the user's security epoch in the database. A token with `email_proven: true` can't be of a reclaimed user.
 *
 * With `session.deviceBound`, it returns `null` for a bound session whose browser hasn't proven its key recently. It
 * can't see that a session was bound after a copy of its token was made.
 *
 * While an administrator acts as a user, it returns `null`.
 *
 * @returns `null` if there is no valid token: it has expired, was signed out in this browser, or is for another site
 * @throws {AuthError} `MissingSecretError` without a secret; `UntrustedHost` if nothing says which site this is;
 * `InvalidConfiguration` if `absoluteMaxAge` isn't a number of seconds above 0
 */
export const getToken = /* @__PURE__ */ getTokenWith({
  forms: (secret) => [{ keyring: keyringFor(secret), namesSite: true }],
  cookieName: (secure) => cookieName("sessionToken", secure),
  bearer: false,
  environment: () => withOlderNames(processEnv()),
})

async function findToken(params: GetTokenParams<boolean>, source: TokenSource): Promise<JWT | string | null> {
  const { req, secret = secretsFrom(source.environment()), raw = false, bearer = source.bearer, logger } = params
  const { absoluteMaxAge = Infinity } = params
  if (typeof absoluteMaxAge !== "number" || !(absoluteMaxAge > 0)) throw invalidLifetime(absoluteMaxAge)
  const headers = toHeaderReader(req.headers)
  const site = tokenSiteFor(params, headers, source.environment())
  const names = cookieNames(params, source, site)
  const jar = parseCookies(headers.get("cookie"))
  // Only the database knows whether an administrator acts as a user, so neither of the two is returned
  if ([true, false].some((secure) => jar.has(ownCookie(IMPERSONATION_COOKIE, secure).name))) return null
  const sessionCookie = names.map((name) => ({ name, token: readChunked(jar, name) })).find(({ token }) => token)
  const token = sessionCookie?.token ?? (bearer ? parseBearerToken(headers.get("authorization")) : undefined)
  if (!token) return null
  if (raw) return token
  if (secret.length === 0)
    throw new AuthError("MissingSecretError", "Missing secret: pass `secret`, or set AUTH_SECRET")
  for (const salt of params.salt ? [params.salt] : sessionCookie ? [sessionCookie.name] : names) {
    const claims = await decodeToken({ token, secret, salt }, { params, source, site })
    const isLive = claims && !wasSessionEnded(jar, readSessionKey(claims)) && isYoungerThan(absoluteMaxAge, claims)
    if (isLive && (await isDeviceProven(claims, { jar, secret, site }))) return claims
    logger?.debug(`The token with the salt ${salt} doesn't open, has ended or is for another site`)
  }
  return null
}

type SealedToken = DecodeParams & { token: string }

interface DecodeContext {
  params: GetTokenParams<boolean>
  source: TokenSource
  site: TokenSite
}

async function decodeToken(sealed: SealedToken, { params, source, site }: DecodeContext): Promise<JWT | null> {
  const { token, secret, salt } = sealed
  const isForSite = (audience: unknown) => site.accepts(audience)
  if (!params.decode) return openToken(source.forms(secret), token, { salt, isForSite, now: seconds() })
  try {
    const claims: unknown = await params.decode({ ...sealed })
    if (!isLiveToken(claims, source)) return null
    return !isSiteAudience(claims["aud"]) || isForSite(claims["aud"]) ? claims : null
  } catch (error) {
    params.logger?.debug(`\`decode\` threw: ${asError(error).message}`)
    return null
  }
}

// `sessions/session-jwt.ts` checks the result of `jwt.decode` in the same way
function isLiveToken(found: unknown, { endless = false }: TokenSource): found is JWT {
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false
  const { exp } = found as JWT // a token is an object
  if (exp === undefined) return endless
  return Number.isFinite(exp) && exp > seconds() - CLOCK_TOLERANCE
}

// `sessions/device-bound/strategy.ts` does the same, and also knows sessions that were bound after the token was sealed
async function isDeviceProven(
  claims: JWT,
  { jar, secret, site }: { jar: CookieJar; secret: string | readonly string[]; site: TokenSite },
): Promise<boolean> {
  if (claims["device_binding"] === undefined) return true
  const [secure, plain] = [true, false].map((isSecure) => jar.get(ownCookie(BOUND_COOKIE, isSecure).name))
  const cookie = secure ?? plain
  const sealing = { keyring: keyringFor(secret), salt: BOUND_COOKIE, now: seconds(), site: undefined }
  const bound = await openValue(cookie, sealing)
  return bound !== null && site.accepts(bound["aud"]) && bound["key"] === readSessionKey(claims)
}

function isYoungerThan(absoluteMaxAge: number, claims: JWT): boolean {
  const start = startClaim(claims)
  return start === undefined || start + absoluteMaxAge > seconds()
}

const seconds = () => Math.floor(Date.now() / 1000)

function invalidLifetime(found: unknown): AuthError {
  const text = `\`absoluteMaxAge\` is ${String(found)}. Set it to a number of seconds above 0`
  return new AuthError("InvalidConfiguration", text)
}

/** The site that a token must be for. */
interface TokenSite {
  /** Whether the site is on https. `undefined` if neither the configuration nor the request tells. */
  readonly secure: boolean | undefined
  /** @throws {AuthError} `UntrustedHost` if the site isn't known */
  accepts(audience: unknown): boolean
}

function tokenSiteFor({ site, req }: GetTokenParams<boolean>, headers: HeaderReader, env: Env): TokenSite {
  if (site !== undefined) return toTokenSite(requireUrl(site, "site"), { wholeUrl: true })
  const configured = siteUrlFrom(env)
  if (configured !== undefined) return toTokenSite(requireUrl(configured, "AUTH_URL"))
  const requestUrl = (req.url && parseUrl(req.url)) || undefined
  try {
    const trust = { ...hostTrust(env), trustLoopback: env["NODE_ENV"] !== "production" }
    return toTokenSite(new URL(resolveSite({ ...trust, basePath: "", path: "" }, headers, requestUrl).origin))
  } catch (error) {
    const https = requestUrl?.protocol === "https:" || headers.get("x-forwarded-proto")?.startsWith("https")
    return {
      secure: https ? true : undefined,
      accepts() {
        throw new AuthError(
          "UntrustedHost",
          "getToken can't tell which site the token is for. Set AUTH_URL or `site`",
          {
            err: asError(error),
          },
        )
      },
    }
  }
}

/** With `wholeUrl` the base path counts too. AUTH_URL may lack it, because the configuration can name another one. */
function toTokenSite(url: URL, { wholeUrl = false } = {}): TokenSite {
  const path = wholeUrl && url.pathname !== "/" ? url.pathname.replace(/\/+$/, "") : undefined
  return {
    secure: url.protocol === "https:",
    accepts(audience) {
      if (typeof audience !== "string") return false
      if (audience.startsWith(".")) return `.${url.hostname}`.endsWith(audience) // a session of a whole domain
      const named = parseUrl(audience)
      return named?.origin === url.origin && (path === undefined || named.pathname === path)
    },
  }
}

function requireUrl(text: string, name: string): URL {
  const url = parseUrl(text)
  if (url?.protocol === "https:" || url?.protocol === "http:") return url
  throw new AuthError("InvalidConfiguration", `\`${name}\` is ${JSON.stringify(text)}. Set it to an http or https URL`)
}

// On https only the prefixed cookie counts: a sibling host or a page on http can set the other one
function cookieNames(params: GetTokenParams<boolean>, source: TokenSource, site: TokenSite): string[] {
  if (params.cookieName) return [params.cookieName]
  const secure = params.secureCookie ?? site.secure
  return (secure === undefined ? [true, false] : [secure]).map((each) => source.cookieName(each))
}

type HeaderReader = Pick<Headers, "get">

function toHeaderReader(headers: Headers | HeaderRecord): HeaderReader {
  if (headers instanceof Headers) return headers
  return {
    get(name) {
      const value = headers[name] ?? headers[name.replace(/^./, (letter) => letter.toUpperCase())]
      return typeof value === "string" ? value : null // a header that came several times is ambiguous
    },
  }
}
