import type { Awaitable } from "../types.ts"

/** Where a request contains the access token. */
export interface TokenPlacement {
  /** The part of the request. */
  in: "header" | "query" | "body"
  /** The name of the header or parameter. */
  name: string
  /** `Bearer`, `OAuth`, `token`, … `null` sends the token without a scheme. */
  scheme: string | null
}

/** Where a sign-in starts, and the parameters to send there. */
export interface AuthorizationEndpoint {
  /** The endpoint's URL. @default from the discovery document */
  url?: string
  /** Parameters of the authorization request, including `scope`. */
  params?: Record<string, unknown>
}

/** Fixes the response of an endpoint that doesn't follow its standard. */
export interface ResponseTransform {
  /** Returns the response as RFC 6749 or OpenID Connect wants it. If it returns nothing, the original is used. */
  transformResponse?(response: Response): Awaitable<Response | undefined>
  /** The name of `transformResponse` in Auth.js. */
  conform?(response: Response): Awaitable<Response | undefined>
}

/** Another request whose response the profile is read from, such as GitHub's list of email addresses. */
export interface ExtraRequest {
  /** The name under which `profile` finds the response in `context.extra`. */
  name: string
  /** The URL to request. */
  url: string
  /** @default "GET" */
  method?: "GET" | "POST"
  /** Where the request has the access token. @default the header `Authorization: Bearer` */
  auth?: TokenPlacement
  /** More headers. */
  headers?: Record<string, string>
  /** Path to the value inside the body. @default the whole body */
  unwrap?: string | null
  /** The scope without which the request isn't sent. @default always sent */
  needsScope?: string | null
  /** Whether it is sent before the userinfo request, whose URL may need its response. @default false */
  beforeUserinfo?: boolean
}
