import { createServer } from "node:http"
import { toNodeHandler } from "latchkit/server"
import { auth } from "../auth.ts"

const handler = toNodeHandler(auth)

export const server = createServer(async (req, res) => {
  if (req.url?.startsWith("/auth/")) return handler(req, res)
  const session = await auth.getSession(req)
  return res.end(session ? `Hello ${session.user?.name}` : "Hello")
})
