import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import { headers } from "next/headers.js"
import type { NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { PlainResponse } from "../../core/request/respond.ts"
import type { Anything } from "./provider-types.ts"
import { fromApiRequest, toHeaders, fromRouteRequest, toSessionRequest } from "./requests.ts"
import { sharedService } from "./service.ts"
import type { AuthOptions } from "./types.ts"

export type * from "./types.ts"
export type * from "./provider-types.ts"
export type { NextAuth4Provider as Provider } from "./provider-types.ts"

/** The second argument that Next passes to `app/api/auth/[...nextauth]/route.ts`. */
export interface RouteHandlerContext {
  params: Promise<{ nextauth: string[] }>
}

/** The handler of `[...nextauth]`, in the app router and in the pages router. */
export interface NextAuthHandler {
  (req: NextApiRequest, res: NextApiResponse): Promise<void>
  /** The last one, because `next build` checks that one in a route file. */
  (req: NextRequest, context: RouteHandlerContext): Promise<Response>
}

/**
 * The entry point of next-auth 4: `export default NextAuth(options)` in `pages/api/auth/[...nextauth].ts`, or
 * `const handler = NextAuth(options)` in `app/api/auth/[...nextauth]/route.ts`.
 */
export function NextAuth(options: AuthOptions): NextAuthHandler
/** Responds to a request in the pages router, with options that depend on it. */
export function NextAuth(req: NextApiRequest, res: NextApiResponse, options: AuthOptions): Promise<void>
/** Responds to a request in the app router, with options that depend on it. */
export function NextAuth(req: NextRequest, context: RouteHandlerContext, options: AuthOptions): Promise<Response>
export function NextAuth(
  first: AuthOptions | NextApiRequest | NextRequest,
  second?: unknown,
  options?: AuthOptions,
): unknown {
  if (options) return handleRequest(first as NextApiRequest | NextRequest, second, options) // one of the overloads with three arguments
  return (req: NextApiRequest | NextRequest, given: unknown) => handleRequest(req, given, first as AuthOptions) // the overload with one argument
}

async function handleRequest(
  req: NextApiRequest | NextRequest,
  given: unknown,
  options: AuthOptions,
): Promise<Response | void> {
  if (typeof given === "object" && given !== null && "params" in given) {
    const { nextauth } = await (given as RouteHandlerContext).params // only the app router's argument has this field
    const request = fromRouteRequest(req as NextRequest, nextauth, options)
    return request ? sharedService().handle(request) : new Response(null, { status: 400 })
  }
  const res = given as NextApiResponse // the pages router's response
  const request = fromApiRequest(req as NextApiRequest, options)
  if (!request) return void res.status(400).end()
  return sendResponse(await sharedService().respond(request), res)
}

function sendResponse({ status, headers, cookies, body }: PlainResponse, res: NextApiResponse): void {
  res.status(status)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  for (const line of cookies) res.appendHeader("set-cookie", line)
  res.end(body ?? undefined)
}

/** @internal */
type SessionCallback = (...args: Anything[]) => Anything
/** @internal */
type SessionOptions = Partial<Omit<AuthOptions, "callbacks">> & {
  callbacks?: (Omit<NonNullable<AuthOptions["callbacks"]>, "session"> & { session?: SessionCallback }) | undefined
}

/** @internal */
type Args<O extends SessionOptions> =
  | [GetServerSidePropsContext["req"], GetServerSidePropsContext["res"], O]
  | [NextApiRequest, NextApiResponse, O]
  | [O]
  | []

/** @internal */
type SessionResult<O extends SessionOptions> = O["callbacks"] extends { session: (...args: Anything[]) => infer S }
  ? Awaited<S>
  : Session

/**
 * Returns the session. In a server component or route handler, pass only the options. In an API route and in
 * `getServerSideProps`, pass the request and the response first.
 *
 * @throws {AuthError} if the configuration is invalid
 */
export async function getServerSession<O extends SessionOptions, R = SessionResult<O>>(
  ...args: Args<O>
): Promise<R | null> {
  const [first, res, options] = args
  if (args.length < 2) {
    const session = await sharedService().getSession(toSessionRequest(await headers(), (first ?? {}) as AuthOptions)) // the only argument
    if (session) Reflect.deleteProperty(session, "expires") // next-auth 4 does this too
    return session as R | null // the type that the app's own session callback returns
  }
  const request = toSessionRequest(toHeaders(first as NextApiRequest), options as AuthOptions) // one of the overloads with three arguments
  const { session, cookies } = await sharedService().refreshSession(request)
  for (const line of cookies) res?.appendHeader("set-cookie", line)
  return session as R | null // as above
}

/** The older name of {@link getServerSession}. @deprecated Use `getServerSession` */
export const unstable_getServerSession = getServerSession

export { getCsrfToken, getProviders, getSession, type HasHeaders, type ServerParams } from "./server-client.ts"

export { NextAuth as default } // the name that apps import
