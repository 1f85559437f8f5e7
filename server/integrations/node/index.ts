import type { AuthService } from "../../service/auth.ts"
import type { Connection } from "../../core/request/auth-request.ts"
import type { PlainResponse } from "../../core/request/respond.ts"
import { readAddress, toRequest } from "./request.ts"
import {
  unwrapNodeRequest,
  type NodeRequest,
  type NodeResponse,
  type WrappedNodeRequest,
  type WrappedNodeResponse,
} from "./types.ts"

export type { NodeRequest, NodeResponse, WrappedNodeRequest, WrappedNodeResponse } from "./types.ts"

/** A handler for Node's requests. Also takes those of Fastify. Never rejects. */
export type NodeHandler = (
  req: NodeRequest | WrappedNodeRequest,
  res: NodeResponse | WrappedNodeResponse,
) => Promise<void>

/**
 * Returns Latchkit as a handler for Node's `(req, res)`. It works before and after a parser of JSON or forms.
 *
 * @example
 * createServer(toNodeHandler(auth)).listen(3000)
 */
export function toNodeHandler(auth: Pick<AuthService, "handle">): NodeHandler {
  return (req, res) =>
    handleNode(async (request, connection) => toPlain(await auth.handle(request, connection)), req, res)
}

/** Responds to Node's request with what `respond` returns. */
export async function handleNode(
  respond: (request: Request, connection: Connection) => Promise<PlainResponse>,
  req: NodeRequest | WrappedNodeRequest,
  res: NodeResponse | WrappedNodeResponse,
): Promise<void> {
  const incoming = unwrapNodeRequest(req)
  const request = toRequest(incoming)
  const response = request ? await respond(request, { address: readAddress(incoming) }) : BAD_REQUEST
  if (!("raw" in res)) return sendResponse(response, res)
  res.hijack?.()
  sendResponse(response, res.raw)
}

const BAD_REQUEST: PlainResponse = {
  status: 400,
  headers: { "content-type": "text/plain" },
  cookies: [],
  body: "Bad request",
}

async function toPlain(response: Response): Promise<PlainResponse> {
  const { status, headers: all } = response
  const { "set-cookie": _, ...headers } = Object.fromEntries(all)
  return { status, headers, cookies: all.getSetCookie(), body: response.body === null ? null : await response.text() }
}

/** Writes a response and keeps the headers that middleware has set. Each cookie stays a header of its own. */
function sendResponse({ status, headers, cookies, body }: PlainResponse, res: NodeResponse): void {
  res.statusCode = status
  for (const name in headers) res.setHeader(name, headers[name] ?? "")
  if (cookies.length > 0) res.appendHeader("set-cookie", [...cookies])
  if (body === null) res.end()
  else res.end(body) // a string leaves in one packet with its headers
}
