import { Hono } from "hono"
import { authFor, type Env } from "./auth.ts"

const app = new Hono<{ Bindings: Env }>()

app.all("/auth/*", ({ req, env }) => authFor(env).handle(req.raw, { address: req.header("cf-connecting-ip") }))

app.get("/protected", async ({ req, env }) => {
  const { session, headers, response } = await authFor(env).requireSession(req.raw)
  return response ?? new Response(`Hello ${session.user?.email}`, { headers })
})

export default app
