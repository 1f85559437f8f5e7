import { stringifySetCookie, parseSetCookie } from "cookie"
import { memoize } from "../crypto/memory.ts"
import { nodeCrypto } from "../crypto/node.ts"
import type { Outcome } from "./outcome.ts"
import type { SetCookie, CookieOptions } from "../cookies/options.ts"
import type { RedirectResponse } from "../../../client/protocol.ts"
import type { Wants } from "./wants.ts"

/** How an outcome becomes a response. */
export interface ResponseOptions {
  /** A redirect is 200 and `{ url }` as JSON. */
  wants: Wants
  /** True if the request's method is HEAD. */
  head: boolean
  /** True if the site uses https. */
  secure: boolean
}

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
}

const PRIVATE_HEADERS = {
  ...SECURITY_HEADERS,
  "cache-control": "private, no-cache, no-store, max-age=0",
  vary: "Cookie",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}

const PRIVATE_JSON_HEADERS = { ...PRIVATE_HEADERS, "content-type": "application/json" }

/** Bytes of `Set-Cookie` headers that common servers and proxies still accept. */
const MAX_COOKIE_BYTES = 16 * 1024

/** A response as plain values, for a server that doesn't use `Response`. */
export interface PlainResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** `Set-Cookie` lines, which must not be joined. */
  cookies: readonly string[]
  body: string | null
  /** The entries of `headers` that many responses share. {@link toResponse} checks them once. */
  shared?: Readonly<Record<string, string>>
}

/**
 * Turns an outcome into a response. Only this function serializes cookies and writes `Location` and security headers.
 */
export function respond(outcome: Outcome, printing: ResponseOptions): PlainResponse {
  const { status, headers: printed, body } = toResponseParts(outcome, printing)
  const headers = outcome.headers ? { ...printed, ...outcome.headers } : printed
  const cookies = outcome.cookies?.length ? serializeCookies(outcome.cookies) : []
  return { status, headers, cookies, body: printing.head || status === 204 ? null : body, shared: printed }
}

const toHeaders = memoize((headers: Readonly<Record<string, string>>) => new Headers(headers))

/** Converts a plain response to a `Response`. */
export function toResponse({ status, headers, cookies, body, shared = headers }: PlainResponse): Response {
  const response = new Response(toBody(body), { status, headers: toHeaders(shared) }) // copies the headers
  if (headers !== shared)
    for (const name in headers) {
      const value = headers[name]
      if (value !== undefined && value !== shared[name]) response.headers.set(name, value)
    }
  for (const line of cookies) response.headers.append("set-cookie", line)
  return response
}

/** Characters. */
const SHORT_BODY = 1024

/** Returns a body that `Response` copies. Node encodes a page itself in three times the time that `Buffer` takes. */
function toBody(body: string | null): string | Buffer<ArrayBuffer> | null {
  return body !== null && body.length > SHORT_BODY && nodeCrypto ? Buffer.from(body) : body
}

interface ResponseParts {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | null
}

function toResponseParts(outcome: Outcome, printing: ResponseOptions): ResponseParts {
  switch (outcome.kind) {
    case "json":
      return toJsonParts(outcome.printed ?? JSON.stringify(outcome.body), outcome.status ?? 200)
    case "redirect":
      return toRedirectParts(outcome, printing)
    case "page":
      return toPageParts(outcome, printing)
    case "asset":
      return {
        status: 200,
        headers: {
          ...SECURITY_HEADERS,
          "content-type": outcome.type,
          "cache-control": "public, max-age=31536000, immutable",
        },
        body: outcome.body,
      }
    case "empty":
      return { status: outcome.status, headers: PRIVATE_HEADERS, body: null }
  }
}

function toJsonParts(body: string, status: number): ResponseParts {
  return { status, headers: PRIVATE_JSON_HEADERS, body }
}

function toRedirectParts(outcome: Outcome & { kind: "redirect" }, { wants }: ResponseOptions): ResponseParts {
  const { to: url, error, code, callbackUrl, step, stepProps, retryAfter } = outcome
  if (wants === "page")
    return { status: outcome.status === 303 ? 303 : 302, headers: { ...PRIVATE_HEADERS, location: url }, body: null }
  const redirect: RedirectResponse = {
    url,
    ...(error && { error }),
    ...(code && { code }),
    ...(callbackUrl && { callbackUrl }),
    ...(step && { step }),
    ...(stepProps && { stepProps }),
    ...(retryAfter && { retryAfter }),
  }
  const { status = 200 } = outcome
  return toJsonParts(JSON.stringify(redirect), status < 400 ? 200 : status)
}

// URLs allow `;` and `,` in a host, which would begin another directive or policy
const SOURCE = /^https?:\/\/[\w.:[\]-]+$/

const policySources = (origins: readonly string[]) => [...new Set(origins)].filter((origin) => SOURCE.test(origin))

const PLAIN_PAGE_HEADERS = { true: pageHeaders({ secure: true }), false: pageHeaders({ secure: false }) }

function toPageParts(
  { status = 200, html, images = [], connects = [], formTarget = "" }: Outcome & { kind: "page" },
  { secure }: ResponseOptions,
): ResponseParts {
  const isPlain = images.length + connects.length + formTarget.length === 0
  const headers = isPlain ? PLAIN_PAGE_HEADERS[`${secure}`] : pageHeaders({ secure, images, connects, formTarget })
  return { status, headers, body: html }
}

type PageOrigins = Pick<Outcome & { kind: "page" }, "images" | "connects" | "formTarget">

function pageHeaders({
  secure,
  images = [],
  connects = [],
  formTarget = "",
}: PageOrigins & { secure: boolean }): Readonly<Record<string, string>> {
  // Browsers also apply form-action to the redirects that follow a form's POST, and an identity provider may redirect
  // through any of its hosts. So every https host is allowed.
  const targets = secure ? "'self' https:" : "'self' https: http:"
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...policySources(images)].join(" "),
    ["connect-src 'self'", ...policySources(connects)].join(" "),
    `form-action ${[targets, formTarget].join(" ").trim()}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    ...PRIVATE_HEADERS,
    "content-type": "text/html; charset=utf-8",
    vary: "Cookie, Accept-Language",
    "content-security-policy": policy.join("; "),
    // With no-referrer, browsers send `Origin: null` with the page's own forms, and the origin check must reject that
    "referrer-policy": "same-origin",
  }
}

/**
 * Returns `Set-Cookie` lines. If several cookies have the same name, only the last one is kept.
 *
 * @throws {RangeError} if they take more than 16 KiB
 */
export function serializeCookies(cookies: readonly SetCookie[]): string[] {
  const last = new Map(cookies.map((cookie) => [cookie.name, cookie]))
  const lines = Array.from(last.values(), ({ name, value, options }) => {
    const attributes = options as Defined<typeof options> // stringifySetCookie skips undefined values
    return stringifySetCookie({ ...attributes, name, value }, attributes)
  })
  const bytes = lines.reduce((sum, line) => sum + line.length, 0)
  if (bytes > MAX_COOKIE_BYTES) throw new RangeError(`The response's cookies take more than ${MAX_COOKIE_BYTES} bytes`)
  return lines
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** A response as plain values. */
export interface ResponseInternal<Body = unknown> {
  status?: number
  headers?: Headers
  /** The value of a JSON response, or the text of a page. */
  body?: Body
  redirect?: string
  cookies?: { name: string; value: string; options: CookieOptions }[]
}

/** Converts a response to the format of `@auth/core`. */
export function toRaw({ status, headers: printed, cookies, body }: PlainResponse): ResponseInternal {
  const headers = new Headers(printed)
  const redirect = headers.get("location")
  headers.delete("location")
  const isJson = headers.get("content-type")?.startsWith("application/json")
  return {
    status,
    headers,
    ...(redirect !== null && { redirect }),
    ...(body !== null && { body: isJson ? (JSON.parse(body) as unknown) : body }),
    cookies: cookies.map((line) => {
      const { name, value = "", ...options } = parseSetCookie(line)
      return { name, value, options: options as CookieOptions } // parsed from a line that Latchkit wrote
    }),
  }
}
