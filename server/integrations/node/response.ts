import type { PlainResponse } from "../../core/request/respond.ts"
import type { NodeResponse, WrappedNodeResponse } from "./types.ts"

/** The response to a request that has no valid URL or header. */
export const BAD_REQUEST: PlainResponse = {
  status: 400,
  headers: { "content-type": "text/plain" },
  cookies: [],
  body: "Bad request",
}

/** Reads a `Response` whose body is text. */
export async function toPlain(response: Response): Promise<PlainResponse> {
  const { status, headers: all } = response
  const { "set-cookie": _, ...headers } = Object.fromEntries(all)
  return { status, headers, cookies: all.getSetCookie(), body: response.body === null ? null : await response.text() }
}

/** Writes a response and keeps the headers that middleware has set. Each cookie stays a header of its own. */
export function sendResponse(
  { status, headers, cookies, body }: PlainResponse,
  to: NodeResponse | WrappedNodeResponse,
): void {
  if ("raw" in to) to.hijack?.()
  const res = "raw" in to ? to.raw : to
  res.statusCode = status
  for (const name in headers) res.setHeader(name, headers[name] ?? "")
  if (cookies.length > 0) res.appendHeader("set-cookie", [...cookies])
  if (body === null) res.end()
  else res.end(body) // a string leaves in one packet with its headers
}
