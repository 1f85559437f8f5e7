import * as client from "latchkit/react"
import type { PublicProviders, Session, UseSession } from "latchkit/react"
import type { Anything } from "./provider-types.ts"
import type { ServerParams } from "./server-client.ts"

export * from "latchkit/react"
export type {
  AuthorizationParams as SignInAuthorizationParams,
  PublicProvider as ClientSafeProvider,
  UseSession as SessionContextValue,
} from "latchkit/react"
export type { HasHeaders, ServerParams as CtxOrReq } from "./server-client.ts"

/** A text for which an editor offers `T`. */
export type LiteralUnion<T extends U, U = string> = T | (U & Record<never, never>)

/** The argument of {@link getSession}. In a browser it has no effect. */
export interface GetSessionParams extends ServerParams {
  event?: "storage" | "timer" | "hidden" | string
  triggerEvent?: boolean
  broadcast?: boolean
}

/** The `update` function of `useSession`. */
export type UpdateSession = UseSession["update"]

/** The options of {@link signIn}. All others are fields of the form. */
export interface SignInOptions extends Record<string, Anything> {
  /** @default the current page */
  callbackUrl?: string
  /** If false, stays on the page and returns the result. @default true */
  redirect?: boolean
}

/** The result of {@link signIn}. */
export interface SignInResponse {
  error: string | undefined
  status: number
  ok: boolean
  url: string | null
}

/** The options of {@link signOut}. */
export interface SignOutParams<R extends boolean = true> {
  /** @default the current page */
  callbackUrl?: string
  /** If false, stays on the page and returns where it would have gone. @default true */
  redirect?: R
}

/** The result of {@link signOut}. */
export interface SignOutResponse {
  url: string
}

// A browser never loads it
const serverClient = () => import("./server-client.ts")
const isServer = () => typeof document === "undefined"

/**
 * `getSession` of next-auth 4's client, in a browser and on a server. A server must pass the request:
 * `getSession({ req })`.
 *
 * @returns `null` if the user is signed out
 */
export async function getSession(params?: GetSessionParams): Promise<Session | null> {
  return isServer() ? (await serverClient()).getSession(params) : client.getSession()
}

/** `getProviders` of next-auth 4's client, in a browser and on a server. */
export async function getProviders(): Promise<PublicProviders | null> {
  return isServer() ? (await serverClient()).getProviders() : client.getProviders()
}

/** `getCsrfToken` of next-auth 4's client, in a browser and on a server. */
export async function getCsrfToken(params?: ServerParams): Promise<string | undefined> {
  return isServer() ? (await serverClient()).getCsrfToken(params) : client.getCsrfToken()
}

/** `signIn` of next-auth 4's client. A field may have any value, which is sent as text. */
export async function signIn<P extends LiteralUnion<"credentials" | "email"> | undefined = undefined>(
  provider?: P,
  options: SignInOptions = {},
  authorizationParams?: client.AuthorizationParams,
): Promise<(P extends "credentials" | "email" ? SignInResponse : undefined) | undefined> {
  const fields = Object.entries(options).map(([name, value]) => [name, toField(value)] as const)
  const result = await client.signIn(provider, Object.fromEntries(fields), authorizationParams)
  return result as P extends "credentials" | "email" ? SignInResponse : undefined // it has those fields
}

/** `signOut` of next-auth 4's client. */
export async function signOut<R extends boolean = true>(
  options: SignOutParams<R> = {},
): Promise<R extends true ? undefined : SignOutResponse> {
  const { url } = await client.signOut(options)
  const response: SignOutResponse = { url: url ?? location.href }
  return response as R extends true ? undefined : SignOutResponse // a page that is left reads no result
}

const toField = (value: unknown) =>
  value === undefined || value === null || typeof value === "boolean" || value instanceof File ? value : String(value)
