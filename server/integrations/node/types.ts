/** The part of Node's request that Latchkit reads. Express adds more to it. */
export interface NodeRequest {
  method?: string | undefined
  url?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawHeaders: readonly string[]
  socket?: { remoteAddress?: string | undefined; encrypted?: boolean | undefined } | undefined
  readableDidRead?: boolean | undefined
  readableEnded?: boolean | undefined
  /** The whole URL, where a router has cut its own path off `url`. */
  originalUrl?: string | undefined
  /** Express's scheme and address of the client, which depend on its `trust proxy`. */
  protocol?: string | undefined
  ip?: string | undefined
  app?: { get?: unknown } | undefined
  /** The body, if a parser has read it. */
  body?: unknown
}

/** A request of Fastify, or of another framework that keeps Node's request in `raw`. */
export interface WrappedNodeRequest {
  raw: NodeRequest
  ip?: string | undefined
  protocol?: string | undefined
  body?: unknown
}

/** Returns Node's request, with what the framework knows of it. */
export function unwrapNodeRequest(req: NodeRequest | WrappedNodeRequest): NodeRequest {
  if (!("raw" in req)) return req
  const { raw, ip, protocol, body } = req
  return Object.assign(raw, { ip, protocol, body })
}

/** The part of Node's response that Latchkit writes. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: readonly string[]): unknown
  end(body?: string): unknown
}

/** A response of Fastify, or of another framework that keeps Node's response in `raw`. */
export interface WrappedNodeResponse {
  raw: NodeResponse
  /** Tells the framework that the response is written elsewhere. */
  hijack?(): unknown
}
