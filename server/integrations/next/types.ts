import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next"
import type { NextFetchEvent, NextRequest } from "next/server.js"
import type { Users } from "../../features/administration/types.ts"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { AuthConfig, AuthConfigInput } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import type { ServerCalls } from "./server-calls-types.ts"

/** A configuration, or a function of the request. In a server component the request is undefined. */
export type NextAuthConfigInput<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
> = AuthConfigInput<S, Token, A, Strategy, NextRequest, Seen>

/** Types a configuration that is defined separately from `NextAuth`. `callbacks.authorized` gets Next's own request. */
export type NextAuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
> = AuthConfig<S, Token, A, Strategy, NextRequest>

/** A request with its user's session. */
export interface NextAuthRequest<S extends Session = Session> extends NextRequest {
  auth: S | null
}

/** A proxy or route handler that `auth` wraps. `context` is an event in a proxy, and the parameters in a route. */
export type WrappedHandler<S extends Session, Context> = (
  request: NextAuthRequest<S>,
  context: Context,
) => Awaitable<Response | void | undefined>

/** The overloads of `auth`. If the session can't be read, `auth` throws, so a failure never counts as a session. */
export interface AuthIn<S extends Session = Session> {
  /**
   * Returns the session, or `null` if the user is signed out. Call it in a server component, a server action or a route
   * handler, or with its context in `getServerSideProps`.
   */
  (context?: GetServerSidePropsContext): Promise<S | null>
  /** Runs as the proxy (`middleware` before Next 16): calls `callbacks.authorized` and refreshes the session. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Wraps a proxy or a route handler, which runs if `callbacks.authorized` allows it. */
  <Context = { params: Promise<Record<string, string | string[] | undefined>> }>(
    wrapped: WrappedHandler<S, Context>,
  ): (request: NextRequest, context: Context) => Promise<Response>
  /** Returns the session in an API route of the pages router. */
  (request: NextApiRequest, response: NextApiResponse): Promise<S | null>
}

/** The functions that `NextAuth` returns. */
export interface NextAuthService<S extends Session = Session> extends ServerCalls<S> {
  /** The exports of `app/api/auth/[...path]/route.ts`. Only `trustedOrigins` needs `OPTIONS`. */
  handlers: Record<"GET" | "POST" | "OPTIONS", (request: Request) => Promise<Response>>
  /** Returns the session, runs as the proxy, or wraps a proxy or a route handler. */
  auth: AuthIn<S>
  /**
   * Lists, changes, disables and deletes users, and lets an administrator act as one. Call it in server code only,
   * behind your own check.
   */
  readonly users: Users
}
