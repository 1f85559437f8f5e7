import { NextResponse, type NextRequest } from "next/server.js"
import { withCookies } from "../responses.ts"

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

const CLEARED = /;\s*max-age=0\s*(?:;|$)/i

/**
 * Returns a Cookie header as the browser sends it once it has these `Set-Cookie` lines. Only pairs with their names change: what
 * other code keeps in a cookie may have a name or a value that a parser refuses, and stays as it came.
 */
function replaced(header: string, lines: readonly string[]): string {
  const set = new Map(lines.map((line) => [nameOf(line), CLEARED.test(line) ? undefined : (line.split(";")[0] ?? "")]))
  const others = header.split(";").filter((pair) => pair.trim() !== "" && !set.has(nameOf(pair)))
  return [...others.map((pair) => pair.trim()), ...[...set.values()].filter((pair) => pair !== undefined)].join("; ")
}

const nameOf = (pair: string) => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
