import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import type { NextFetchEvent, NextRequest } from "next/server.js"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type {
  AdapterOption,
  AuthConfig,
  AuthConfigInput,
  SessionStrategyName,
  StrategyWith,
} from "../../config/types.ts"
import type { JWT } from "../../crypto/jwt-types.ts"
import type { ServerCalls } from "./server-calls-types.ts"

/** A configuration, or a function of the request; in a server component there is none. */
export type NextAuthConfigInput<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
> = AuthConfigInput<S, Token, A, Strategy, NextRequest, Seen>

/** A configuration that is written apart from `NextAuth`. `callbacks.authorized` gets Next's own request. */
export type NextAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy, NextRequest>

/** A request with the session of who sent it. */
export interface NextAuthRequest<S extends Session = Session> extends NextRequest {
  auth: S | null
}

/** The second argument of a proxy is an event, that of a route handler its parameters. */
type Wrapped<S extends Session, Context> = (
  request: NextAuthRequest<S>,
  context: Context,
) => Awaitable<Response | void | undefined>

/** `auth` by what it is given. Where the session cannot be read it throws: nothing passes for a session. */
export interface AuthIn<S extends Session = Session> {
  /** The session, or null: in a server component, a server action or a route handler; with its context, in `getServerSideProps`. */
  (context?: GetServerSidePropsContext): Promise<S | null>
  /** As the proxy (`middleware` before Next 16): asks `callbacks.authorized`, and extends the session. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Around a proxy or a route handler, which runs where `callbacks.authorized` lets it. */
  <Context = { params: Promise<Record<string, string | string[] | undefined>> }>(
    wrapped: Wrapped<S, Context>,
  ): (request: NextRequest, context: Context) => Promise<Response>
  /** In an API route of the pages router. */
  (request: NextApiRequest, response: NextApiResponse): Promise<S | null>
}

export interface NextAuthService<S extends Session = Session> extends ServerCalls<S> {
  /** What `app/api/auth/[...path]/route.ts` exports. */
  handlers: { GET(request: Request): Promise<Response>; POST(request: Request): Promise<Response> }
  auth: AuthIn<S>
}
