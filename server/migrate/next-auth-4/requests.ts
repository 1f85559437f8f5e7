import type { NextApiRequest } from "next"
import type { AuthOptions } from "./types.ts"
import { BASE_PATH, requestWith } from "./service.ts"

type Query = Partial<Record<string, string | string[]>>
type NodeRequest = Pick<NextApiRequest, "headers"> & { rawHeaders?: readonly string[] }

/** What Next parsed of a request to an API route, as a Request to the action that `[...nextauth]` names. */
export function fromApiRequest(req: NextApiRequest, options: AuthOptions): Request {
  const { nextauth, ...query } = req.query as Query
  const { method = "GET" } = req
  const headers = toHeaders(req)
  headers.delete("content-length") // the body is written anew
  const body = method === "POST" ? { body: serializeBody(req.body, headers.get("content-type")) } : {}
  return requestWith(
    options,
    new Request(actionUrl([nextauth ?? []].flat(), query, headers), { method, headers, ...body }),
  )
}

/** A request to a route handler, as one to the action that `[...nextauth]` names. */
export function fromRouteRequest(req: Request, action: readonly string[], options: AuthOptions): Request {
  const { method, headers } = req
  const query = Object.fromEntries(new URL(req.url).searchParams)
  const body = req.body ? { body: req.body, duplex: "half" } : {}
  return requestWith(options, new Request(actionUrl(action, query, headers), { method, headers, ...body }))
}

/** A request that is asked for its session only. */
export function toSessionRequest(headers: Headers, options: Partial<AuthOptions>): Request {
  return requestWith(options, new Request(actionUrl(["session"], {}, headers), { headers }))
}

/** The headers of a Node request: one that came twice stays twice, because Latchkit rejects some of those. */
export function toHeaders({ headers, rawHeaders }: NodeRequest): Headers {
  const pairs = rawHeaders
    ? rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []))
    : Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as const))
  const copy = new Headers()
  for (const [name, value] of pairs) if (!name.startsWith(":")) copy.append(name, value)
  return copy
}

// Next takes the app's own base path off the URL, and the segments are what the route matched: both are put together here
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
