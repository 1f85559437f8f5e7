import type { PublicProviders, Session } from "../../../client/contract.ts"
import { nonEmptyValues, processEnv } from "../../core/config/env.ts"
import { asError } from "../../errors.ts"
import { consoleLogger } from "../../logger.ts"

/** The base path of next-auth 4, unless NEXTAUTH_URL has a path. */
export const BASE_PATH = "/api/auth"

/** The part of a request that the functions read. */
export interface HasHeaders {
  headers: { cookie?: string | undefined }
}

/** The argument of next-auth 4's client functions on a server: the request, or the context of `getServerSideProps`. */
export interface ServerParams {
  req?: HasHeaders | undefined
  ctx?: { req?: HasHeaders | undefined } | undefined
}

/**
 * `getSession` of next-auth 4's client, called on a server. Calls the handler at `NEXTAUTH_URL_INTERNAL`, or else at
 * `NEXTAUTH_URL`, with the cookies of the request. `getServerSession` does the same without an HTTP request.
 *
 * @returns `null` if the user is signed out, and if the handler can't be reached, which is logged
 */
export const getSession = (params?: ServerParams): Promise<Session | null> => fetched<Session>("session", params)

/** `getProviders` of next-auth 4's client, called on a server. */
export const getProviders = (): Promise<PublicProviders | null> => fetched<PublicProviders>("providers")

/** `getCsrfToken` of next-auth 4's client, called on a server. */
export async function getCsrfToken(params?: ServerParams): Promise<string | undefined> {
  return (await fetched<{ csrfToken: string }>("csrf", params))?.csrfToken
}

async function fetched<T extends object>(path: string, { ctx, req = ctx?.req }: ServerParams = {}): Promise<T | null> {
  const url = `${internalUrl()}/${path}`
  try {
    const cookie = req?.headers.cookie
    const response = await fetch(url, { headers: { "content-type": "application/json", ...(cookie && { cookie }) } })
    const body = (await response.json()) as T | null // the handler's JSON
    if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
    return body && Object.keys(body).length > 0 ? body : null
  } catch (thrown) {
    consoleLogger().error(asError(thrown))
    return null
  }
}

function internalUrl(): string {
  const { NEXTAUTH_URL_INTERNAL, NEXTAUTH_URL, VERCEL_URL, PORT = "3000" } = processEnv() // Next sets PORT
  const [given = `http://localhost:${PORT}`] = nonEmptyValues([NEXTAUTH_URL_INTERNAL, NEXTAUTH_URL, VERCEL_URL])
  const url = new URL(given.includes("://") ? given : `https://${given}`)
  const path = url.pathname.replace(/\/+$/, "")
  return url.origin + (path || BASE_PATH)
}
