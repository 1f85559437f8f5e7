import type { NextApiRequest } from "next"
import type { AuthOptions } from "./types.ts"
import { BASE_PATH } from "./server-client.ts"
import { requestWith } from "./service.ts"

type Query = Partial<Record<string, string | string[]>>
type NodeRequest = Pick<NextApiRequest, "headers"> & { rawHeaders?: readonly string[] }

/**
 * Builds a `Request` to the action that `[...nextauth]` names from a request that Next parsed for an API route. Returns
 * `undefined` for an invalid host or method.
 */
export function fromApiRequest(req: NextApiRequest, options: AuthOptions): Request | undefined {
  const { nextauth, ...query } = req.query as Query
  const { method = "GET" } = req
  const headers = toHeaders(req)
  headers.delete("content-length") // the body is serialized again
  const body = method === "POST" ? { body: serializeBody(req.body, headers.get("content-type")) } : {}
  const action = [nextauth ?? []].flat()
  return tryRequest(options, () => new Request(actionUrl(action, query, headers), { method, headers, ...body }))
}

/**
 * Builds a `Request` to the action that `[...nextauth]` names from a request to a route handler. Returns `undefined`
 * for an invalid host.
 */
export function fromRouteRequest(req: Request, action: readonly string[], options: AuthOptions): Request | undefined {
  const { method, headers } = req
  const query = Object.fromEntries(new URL(req.url).searchParams)
  const body = req.body ? { body: req.body, duplex: "half" } : {}
  return tryRequest(options, () => new Request(actionUrl(action, query, headers), { method, headers, ...body }))
}

function tryRequest(options: AuthOptions, build: () => Request): Request | undefined {
  try {
    return requestWith(options, build())
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Builds a request that is only used to read its session. */
export function toSessionRequest(headers: Headers, options: Partial<AuthOptions>): Request {
  return requestWith(options, new Request(actionUrl(["session"], {}, headers), { headers }))
}

/** Converts the headers of a Node request. Keeps repeated headers, because Latchkit rejects some of them. */
export function toHeaders({ headers, rawHeaders }: NodeRequest): Headers {
  const pairs = rawHeaders
    ? rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []))
    : Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as const))
  const copy = new Headers()
  for (const [name, value] of pairs) if (!name.startsWith(":")) copy.append(name, value)
  return copy
}

// Next removes the app's base path from the URL and matches the segments. This puts both together again
function actionUrl(action: readonly string[], query: Query, headers: Headers): string {
  const host = headers.get("host") ?? "localhost"
  const url = new URL(`${BASE_PATH}/${action.map(encodeURIComponent).join("/")}`, `http://${host}`)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one)
  }
  return url.href
}

function serializeBody(body: unknown, type: string | null): string {
  if (body === undefined || body === null) return ""
  if (typeof body === "string") return body
  if (type?.includes("json")) return JSON.stringify(body)
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value as unknown].flat().map((one): [string, string] => [name, String(one)]),
  )
  return new URLSearchParams(fields).toString()
}
