import type { Response as ExpressResponse } from "express"
import type { PlainResponse } from "../../http/respond.ts"

/** Writes a response and keeps the headers that middleware has set. Each cookie stays a header of its own. */
export function sendResponse({ status, headers, cookies, body }: PlainResponse, res: ExpressResponse): void {
  res.status(status)
  for (const name in headers) res.setHeader(name, headers[name] ?? "")
  if (cookies.length > 0) res.append("set-cookie", [...cookies])
  if (body === null) res.end()
  else res.end(body) // a string leaves in one packet with its headers
}

/** Writes a `Response` whose body is a short text. */
export async function sendFetchResponse(response: Response, res: ExpressResponse): Promise<void> {
  res.status(response.status)
  for (const [name, value] of response.headers) res.setHeader(name, value)
  res.end(await response.text())
}

/** Adds cookies to a response, and marks it as not cacheable. */
export function appendCookies(res: ExpressResponse, cookies: readonly string[]): void {
  if (cookies.length === 0) return
  res.append("set-cookie", [...cookies])
  res.setHeader("cache-control", "private, no-store")
}
