import { NextResponse, type NextFetchEvent, type NextMiddleware, type NextRequest } from "next/server.js"
import type { Awaitable } from "../../types.ts"
import { processEnv, secretsFrom, siteUrlFrom, withOlderNames, type Env } from "../../core/config/env.ts"
import { parseUrl } from "../../core/config/site.ts"
import { AuthError } from "../../errors.ts"
import { consoleLogger } from "../../logger.ts"
import { getToken, type JWT, type JWTOptions } from "./tokens.ts"
import type { PagesOptions } from "./types.ts"

const OTHER_PATH =
  "`withAuth` required a session on a path that only starts like the base path, such as /api/auth-admin. next-auth 4 required none"

/** The options of {@link withAuth}. */
export interface NextAuthMiddlewareOptions {
  pages?: Partial<PagesOptions>
  /** Set this if the app renames the session cookie. */
  cookies?: { sessionToken?: { name: string } }
  jwt?: Partial<Pick<JWTOptions, "decode">>
  callbacks?: {
    /** Returns whether the user may continue. @default whether there is a valid token */
    authorized?(params: { token: JWT | null; req: NextRequest }): Awaitable<boolean | undefined>
  }
  /** @default NEXTAUTH_SECRET, otherwise AUTH_SECRET */
  secret?: string | undefined
}

/** A request with its token, which is null only if `authorized` allowed it without one. */
export interface NextRequestWithAuth extends NextRequest {
  nextauth: { token: JWT | null }
}

/** @internal */
type Result = ReturnType<NextMiddleware> | void
type TokenHandler = (token: JWT | null) => Result | Promise<Result>

/** Middleware that gets a request with its token. */
export type NextMiddlewareWithAuth = (request: NextRequestWithAuth, event: NextFetchEvent) => Result | Promise<Result>

/** The arguments of {@link withAuth}. */
export type WithAuthArgs =
  | [NextRequestWithAuth]
  | [NextRequestWithAuth, NextFetchEvent | NextAuthMiddlewareOptions]
  | [NextMiddlewareWithAuth]
  | [NextMiddlewareWithAuth, NextAuthMiddlewareOptions]
  | [NextAuthMiddlewareOptions]
  | []

/**
 * `withAuth` of next-auth 4. Allows a request that has a valid session token, and otherwise redirects to the sign-in
 * page.
 * It reads only tokens, so it needs the `jwt` strategy.
 */
export function withAuth(
  req?: NextRequestWithAuth,
  given?: NextFetchEvent | NextAuthMiddlewareOptions,
): ReturnType<NextMiddlewareWithAuth>
/** Wraps middleware, which runs if the request has a valid session token. */
export function withAuth(
  middleware: NextMiddlewareWithAuth,
  options?: NextAuthMiddlewareOptions,
): NextMiddlewareWithAuth
/** Returns middleware that lets requests with a valid session token continue. */
export function withAuth(options: NextAuthMiddlewareOptions): NextMiddlewareWithAuth
export function withAuth(
  first?: NextRequestWithAuth | NextMiddlewareWithAuth | NextAuthMiddlewareOptions,
  second?: NextFetchEvent | NextAuthMiddlewareOptions,
): unknown {
  if (first instanceof Request) return guardRequest(first, second as NextAuthMiddlewareOptions | undefined) // an event has none of the options' fields
  if (typeof first === "function") {
    const options = second as NextAuthMiddlewareOptions | undefined // never an event here
    return (request: NextRequestWithAuth, event: NextFetchEvent) =>
      guardRequest(request, options, (token) => first(Object.assign(request, { nextauth: { token } }), event))
  }
  return (request: NextRequest) => guardRequest(request, first)
}

async function guardRequest(
  request: NextRequest,
  { pages = {}, callbacks, cookies, jwt, secret }: NextAuthMiddlewareOptions = {},
  pass?: TokenHandler,
): Promise<Awaited<Result>> {
  const { basePath, pathname, search, origin } = request.nextUrl
  const { signIn = "/api/auth/signin", error = "/api/auth/error" } = pages
  const env = withOlderNames(edgeEnv(), 4)
  if (isPublic(`${basePath}${pathname}`, env) || [signIn, error].includes(pathname) || isAsset(pathname))
    return undefined
  const secrets = secret ?? secretsFrom(env)
  if (secrets.length === 0) return configurationErrorResponse(new URL(`${basePath}${error}`, origin))
  const token = await getToken({
    req: request,
    secret: secrets,
    ...(cookies?.sessionToken && { cookieName: cookies.sessionToken.name }),
    ...decoderFor(jwt),
  })
  const isAuthorized = (await callbacks?.authorized?.({ req: request, token })) ?? token !== null
  if (isAuthorized) return pass?.(token)
  const url = new URL(`${basePath}${signIn}`, origin)
  url.searchParams.append("callbackUrl", `${basePath}${pathname}${search}`)
  return NextResponse.redirect(url)
}

/** Returns the environment. Next 13 gives its Edge runtime only the variables that the code of the middleware names. */
function edgeEnv(): Env {
  const { NEXTAUTH_SECRET, NEXTAUTH_URL, VERCEL } = process.env
  const { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, AUTH_URL, AUTH_TRUST_HOST } = process.env
  const own = { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, AUTH_URL, AUTH_TRUST_HOST }
  return { ...processEnv(), NEXTAUTH_SECRET, NEXTAUTH_URL, VERCEL, ...own }
}

/** Returns whether a path is one of Latchkit's own. Unlike in next-auth 4, `/api/auth-admin` isn't one of them. */
function isPublic(path: string, env: Parameters<typeof siteUrlFrom>[0]): boolean {
  const base = parseUrl(siteUrlFrom(env) ?? "")?.pathname.replace(/\/+$/, "") || "/api/auth"
  if (path === base || path.startsWith(`${base}/`)) return true
  if (path.startsWith(base) && !memo.warned) {
    memo.warned = true
    consoleLogger({ warnings: { "authjs-path": OTHER_PATH } }).warn("authjs-path")
  }
  return false
}

const memo = { warned: false }

function isAsset(pathname: string): boolean {
  return pathname.startsWith("/_next/") || pathname === "/favicon.ico"
}

function configurationErrorResponse(errorPage: URL): Response {
  consoleLogger().error(new AuthError("MissingSecretError", "Missing secret: set NEXTAUTH_SECRET or AUTH_SECRET"))
  errorPage.searchParams.append("error", "Configuration")
  return NextResponse.redirect(errorPage)
}

/** Calls an app's `decode` like next-auth 4 does: with one secret and no salt. */
function decoderFor({ decode }: Partial<Pick<JWTOptions, "decode">> = {}) {
  if (!decode) return {}
  return {
    decode: ({ token, secret }: { token?: string | undefined; secret: string | readonly string[] }) =>
      decode({ token, secret: [secret].flat()[0] ?? "" }),
  }
}

export { withAuth as default } // the name that apps import
