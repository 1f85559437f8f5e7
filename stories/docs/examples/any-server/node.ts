import { createServer } from "node:http"
import { toNodeGuard, toNodeHandler } from "latchkit/server"
import { auth } from "./auth.ts"

const handler = toNodeHandler(auth)
const requireSession = toNodeGuard(auth)

export const server = createServer(async (req, res) => {
  if (req.url?.startsWith("/auth/")) return handler(req, res)
  if (req.url !== "/journal") return res.end("Hello")
  const session = await requireSession(req, res)
  if (!session) return
  res.setHeader("content-type", "text/plain; charset=utf-8") // a name may contain tags
  res.end(`The journal of ${session.user?.name}`)
})
