import { Readable } from "node:stream"
import type { Request as ExpressRequest } from "express"

/**
 * Converts an Express request to a `Request`. Returns `undefined` for an invalid URL or header. Express decides which
 * host the browser requested: without its `trust proxy` setting, the forwarded host and protocol are dropped.
 */
export function toRequest(req: ExpressRequest): Request | undefined {
  const { method } = req
  try {
    const headers = toHeaders(req)
    const body = method === "GET" || method === "HEAD" ? {} : toBody(req)
    return new Request(requestUrl(req, headers), { method, headers, ...body })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Returns the headers and the URL for a helper. Leaves the body for the app to read.
 *
 * @param method the method that the helper sees @default GET
 * @throws {TypeError} with the status 400, which Express responds with, for an invalid URL, header or method
 */
export function toHelperRequest(req: ExpressRequest, method = "GET"): Request {
  try {
    const headers = toHeaders(req)
    return new Request(requestUrl(req, headers), { method, headers })
  } catch (error) {
    if (error instanceof TypeError) throw Object.assign(error, { status: 400 })
    throw error
  }
}

const DOT_SEGMENT = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))/i

// A request to a proxy has an absolute URL ([RFC 9112, section
// 3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2)), whose host may differ from the Host header. A path
// that `URL` would shorten is another path to a proxy in front of the app
function requestUrl({ protocol, originalUrl }: ExpressRequest, headers: Headers): string {
  if (!originalUrl.startsWith("/") || DOT_SEGMENT.test(originalUrl)) {
    throw new TypeError(`The request is for ${originalUrl}, but a path without . and .. was expected`)
  }
  const host = headers.get("host") ?? ""
  // Such a host would end before its own text, and the rest would be part of the path
  if (/[/?#\\@]/.test(host)) throw new TypeError(`The host header is ${JSON.stringify(host)}, which isn't a valid host`)
  return `${protocol}://${host}${originalUrl}`
}

const FORWARDED_HEADERS = ["x-forwarded-host", "x-forwarded-proto"]

function toHeaders(req: ExpressRequest): Headers {
  const headers = new Headers()
  const { rawHeaders } = req // keeps repeated headers, because Latchkit rejects some of them
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "") // HTTP/2 has pseudo-headers, such as `:path`
  }
  const authority = req.headers[":authority"]
  if (!headers.has("host") && typeof authority === "string") headers.set("host", authority)
  if (!FORWARDED_HEADERS.some((name) => headers.has(name))) return headers
  const trusts: unknown = req.app.get("trust proxy fn")
  const trusted = typeof trusts === "function" && trusts(req.socket.remoteAddress, 0) === true
  if (!trusted) for (const name of FORWARDED_HEADERS) headers.delete(name)
  return headers
}

function toBody(req: ExpressRequest): RequestInit & { duplex?: "half" } {
  // An earlier parser has consumed the stream, so its result is serialized again
  if (req.readableDidRead || req.readableEnded) return { body: serializeBody(req) }
  return { body: Readable.toWeb(req) as ReadableStream<Uint8Array>, duplex: "half" } // Node and the DOM type the same stream differently
}

function serializeBody(req: ExpressRequest): string | Buffer<ArrayBuffer> | null {
  const body: unknown = req.body
  if (body === undefined || body === null) return null
  if (Buffer.isBuffer(body)) return Buffer.from(body)
  if (typeof body === "string") return body
  return req.is("urlencoded") ? new URLSearchParams(toFields(body)).toString() : JSON.stringify(body)
}

// Express's extended parser turns `a=1&a=2` and `a[b]=1` into arrays and objects
function toFields(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    toFields(inner, name === "" ? key : Array.isArray(value) ? name : `${name}[${key}]`),
  )
}
