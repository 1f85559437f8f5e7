import { parseCookie, parseSetCookie, stringifyCookie } from "cookie"
import { NextResponse, type NextRequest } from "next/server.js"
import { withCookies } from "../forms.ts"

export { withCookies }

const OVERRIDDEN = "x-middleware-override-headers"
const SENT_ON = "x-middleware-request-"

/**
 * The answer of a proxy or a handler that a request reached, with the cookies that extend its session: the browser gets them,
 * and where the request goes on to a page, that page sees them already.
 */
export function passed(answer: Response | undefined, request: NextRequest, cookies: readonly string[]): Response {
  const response = answer ?? NextResponse.next()
  if (cookies.length === 0) return response
  const goesOn = response.headers.has("x-middleware-next") || response.headers.has("x-middleware-rewrite")
  return withCookies(goesOn ? withRequestCookies(response, request, cookies) : response, cookies)
}

// What `NextResponse.next({ request: { headers } })` writes, on an answer that is there already
function withRequestCookies(response: Response, request: NextRequest, cookies: readonly string[]): Response {
  const merged = new Response(response.body, response)
  const going = new Headers(request.headers)
  going.set("cookie", replaced(going.get("cookie") ?? "", cookies))
  const own = merged.headers.get(OVERRIDDEN)?.split(",")
  const names = own ? [...new Set([...own, "cookie"])] : [...going.keys()]
  for (const name of own ? ["cookie"] : names) merged.headers.set(SENT_ON + name, going.get(name) ?? "")
  merged.headers.set(OVERRIDDEN, names.join(","))
  return merged
}

/** A Cookie header as the browser will send it once it has these. */
function replaced(header: string, lines: readonly string[]): string {
  const jar = new Map(Object.entries(parseCookie(header)))
  for (const { name, value = "", maxAge } of lines.map((line) => parseSetCookie(line))) {
    if (maxAge === 0) jar.delete(name)
    else jar.set(name, value)
  }
  return stringifyCookie(Object.fromEntries(jar))
}
