import type { AuthService } from "../../service/auth.ts"
import type { Connection } from "../../core/request/auth-request.ts"
import type { PlainResponse } from "../../core/request/respond.ts"
import { readAddress, toRequest } from "./request.ts"
import { BAD_REQUEST, sendResponse, toPlain } from "./response.ts"
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
  sendResponse(response, res)
}
