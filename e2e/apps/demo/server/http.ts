import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

/** Returns a Request from node:http. It uses the site's known origin instead of the Host header. */
export function requestFrom(incoming: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "")
  }
  const { method = "GET", url = "/" } = incoming
  const bodyless = method === "GET" || method === "HEAD"
  return new Request(new URL(origin).origin + url, {
    method,
    headers,
    ...(!bodyless && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" }), // the two types describe the same stream
  })
}

/** Writes a Response. Set-Cookie headers must not be joined. */
export async function send(answer: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = answer.status
  for (const [name, value] of answer.headers) if (name !== "set-cookie") outgoing.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies)
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}
