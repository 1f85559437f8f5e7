// Serves Harbour's Latchkit without a framework. The integrations are compared with it.
import { createServer, type IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { createAuth } from "latchkit/server"

import { config } from "./site/config.ts"

const { PORT, BASE_PATH = "/auth" } = process.env
const auth = createAuth(config, { basePath: BASE_PATH })

function toRequest(message: IncomingMessage): Request {
  const { rawHeaders, method = "GET", url = "/" } = message
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "")
  }
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array> // the two types describe the same stream
  const sent = method === "GET" || method === "HEAD" ? {} : { body, duplex: "half" as const }
  return new Request(`http://localhost:${PORT}${url}`, { method, headers, ...sent })
}

createServer(async (message, response) => {
  const request = toRequest(message)
  if (!(await auth.isUnderBasePath(request))) return void response.writeHead(404).end()
  const answer = await auth.handle(request)
  response.setHeaders(answer.headers)
  response.writeHead(answer.status).end(await answer.text())
}).listen(Number(PORT), "localhost")
