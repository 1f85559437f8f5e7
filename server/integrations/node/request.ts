import type { NodeRequest } from "./types.ts"

/**
 * Converts Node's request to a `Request`. Returns `undefined` for an invalid URL or header. Express decides which host
 * the browser requested: without its `trust proxy` setting, the forwarded host and protocol are dropped.
 */
export function toRequest(req: NodeRequest): Request | undefined {
  const { method = "GET" } = req
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
export function toHelperRequest(req: NodeRequest, method = "GET"): Request {
  try {
    const headers = toHeaders(req)
    return new Request(requestUrl(req, headers), { method, headers })
  } catch (error) {
    if (error instanceof TypeError) throw Object.assign(error, { status: 400 })
    throw error
  }
}

/** Returns the client's address. */
export const readAddress = ({ ip, socket }: NodeRequest): string | undefined => ip ?? socket?.remoteAddress

const DOT_SEGMENT = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))/i

// A request to a proxy has an absolute URL ([RFC 9112, section
// 3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2)), whose host may differ from the Host header. A path
// that `URL` would shorten is another path to a proxy in front of the app
function requestUrl({ protocol, url = "", originalUrl = url, socket }: NodeRequest, headers: Headers): string {
  if (!originalUrl.startsWith("/") || DOT_SEGMENT.test(originalUrl)) {
    throw new TypeError(`The request is for ${originalUrl}, but a path without . and .. was expected`)
  }
  const host = headers.get("host") ?? ""
  // Such a host would end before its own text, and the rest would be part of the path
  if (/[/?#\\@]/.test(host)) throw new TypeError(`The host header is ${JSON.stringify(host)}, which isn't a valid host`)
  // Without a host, the path's first segment would become the host
  return `${protocol ?? (socket?.encrypted ? "https" : "http")}://${host || "localhost"}${originalUrl}`
}

const FORWARDED_HEADERS = ["x-forwarded-host", "x-forwarded-proto"]

function toHeaders({ rawHeaders, headers: parsed, app, socket }: NodeRequest): Headers {
  const headers = new Headers()
  // Keeps repeated headers, because Latchkit rejects some of them
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "") // HTTP/2 has pseudo-headers, such as `:path`
  }
  const authority = parsed[":authority"]
  // HTTP/1.0 has no host. It stays empty then, which `AUTH_URL` replaces and which is never trusted
  if (!headers.has("host")) headers.set("host", typeof authority === "string" ? authority : "")
  if (!app || !FORWARDED_HEADERS.some((name) => headers.has(name))) return headers
  const trusts: unknown = typeof app.get === "function" ? Reflect.apply(app.get, app, ["trust proxy fn"]) : undefined
  const trusted = typeof trusts === "function" && trusts(socket?.remoteAddress, 0) === true
  if (!trusted) for (const name of FORWARDED_HEADERS) headers.delete(name)
  return headers
}

function toBody(req: NodeRequest): RequestInit & { duplex?: "half" } {
  // An earlier parser has consumed the stream, so its result is serialized again
  if (req.readableDidRead || req.readableEnded) return { body: serializeBody(req) }
  return { body: req as unknown as ReadableStream<Uint8Array>, duplex: "half" } // every runtime with Node's requests takes an async iterable
}

function serializeBody({ body, headers }: NodeRequest): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  if (typeof body === "string") return body
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(String(headers["content-type"] ?? ""))
  return isForm ? new URLSearchParams(toFields(body)).toString() : JSON.stringify(body)
}

// Express's extended parser turns `a=1&a=2` and `a[b]=1` into arrays and objects
function toFields(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    toFields(inner, name === "" ? key : Array.isArray(value) ? name : `${name}[${key}]`),
  )
}
