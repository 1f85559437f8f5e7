import { Hono } from "hono"
import type { IncomingMessage } from "node:http"
import { auth } from "../auth.ts"

// On Node, `@hono/node-server` adds the request
export const app = new Hono<{ Bindings: { incoming?: IncomingMessage } }>()

app.all("/auth/*", ({ req, env }) =>
  auth.handle(req.raw, { address: env?.incoming?.socket.remoteAddress }),
)

app.get("/journal", async (context) => {
  const { session, headers, response } = await auth.requireSession(context.req.raw)
  if (response) return response
  return new Response(`The journal of ${session.user?.name}`, { headers })
})
