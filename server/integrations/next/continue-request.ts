import { NextResponse, type NextRequest } from "next/server.js"
import { withCookies } from "../responses.ts"

export { withCookies }

const OVERRIDDEN_HEADERS = "x-middleware-override-headers"
const REQUEST_HEADER_PREFIX = "x-middleware-request-"

/** The path and query of the page that the user asked for. Next doesn't tell them to a server component. */
export const PAGE_HEADER = "x-auth-page"

/**
 * Adds the cookies that refresh the session to the response of a proxy or a handler. If the request continues to a
 * page, that page also gets the new cookies, and `requireAuth` its address.
 */
export function continueRequest(
  handlerResponse: Response | undefined,
  request: NextRequest,
  cookies: readonly string[],
): Response {
  const response = handlerResponse ?? NextResponse.next()
  const goesOn = response.headers.has("x-middleware-next") || response.headers.has("x-middleware-rewrite")
  const answer = goesOn ? withRequestHeaders(response, request, cookies) : response
  return cookies.length > 0 ? withCookies(answer, cookies) : answer
}

// Does what `NextResponse.next({ request: { headers } })` does, for an existing response
function withRequestHeaders(response: Response, request: NextRequest, cookies: readonly string[]): Response {
  const merged = new Response(response.body, response)
  const going = new Headers(request.headers)
  const { pathname, search } = new URL(request.url)
  const changed = new Map([[PAGE_HEADER, pathname + search]])
  if (cookies.length > 0) changed.set("cookie", replaceCookies(going.get("cookie") ?? "", cookies))
  for (const [name, value] of changed) going.set(name, value)
  const overridden = merged.headers.get(OVERRIDDEN_HEADERS)?.split(",")
  const names = overridden ? [...new Set([...overridden, ...changed.keys()])] : [...going.keys()]
  for (const name of overridden ? changed.keys() : names)
    merged.headers.set(REQUEST_HEADER_PREFIX + name, going.get(name) ?? "")
  merged.headers.set(OVERRIDDEN_HEADERS, names.join(","))
  return merged
}

const EXPIRED_COOKIE = /;\s*max-age=0\s*(?:;|$)/i

/**
 * Returns the Cookie header that the browser will send after these `Set-Cookie` lines. Changes only cookies with their
 * names, because a parser may reject the names or values that other code uses in its cookies.
 */
function replaceCookies(header: string, lines: readonly string[]): string {
  const set = new Map(
    lines.map((line) => [cookieNameIn(line), EXPIRED_COOKIE.test(line) ? undefined : (line.split(";")[0] ?? "")]),
  )
  const others = header.split(";").filter((pair) => pair.trim() !== "" && !set.has(cookieNameIn(pair)))
  return [...others.map((pair) => pair.trim()), ...[...set.values()].filter((pair) => pair !== undefined)].join("; ")
}

const cookieNameIn = (pair: string) => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
