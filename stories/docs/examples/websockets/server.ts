import { createServer, type IncomingMessage } from "node:http"
import { toNodeHandler } from "latchkit/server"
import { WebSocketServer } from "ws"
import { auth } from "./auth.ts"

const SITE = new URL(process.env["AUTH_URL"] ?? "http://localhost:3000").origin
const MINUTE = 60_000

const handle = toNodeHandler(auth)

export const server = createServer((req, res) =>
  req.url?.startsWith("/auth/") ? handle(req, res) : res.end("Acme"),
)

/** Returns the session of an upgrade, if a page of this site opened the WebSocket. */
async function readSession(req: IncomingMessage) {
  if (req.headers.origin !== SITE) return null
  return auth.getSession(req).catch(() => null)
}

const sockets = new WebSocketServer({ noServer: true })

server.on("upgrade", async (req, socket, head) => {
  const session = await readSession(req)
  if (!session) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n")
  sockets.handleUpgrade(req, socket, head, (connection) => {
    connection.on("message", (text) => connection.send(`${session.user?.name}: ${text}`))
    // The user may sign out while the WebSocket is open
    const check = setInterval(async () => {
      if (!(await readSession(req))) connection.close(4401, "Signed out")
    }, MINUTE)
    connection.on("close", () => clearInterval(check))
  })
})
