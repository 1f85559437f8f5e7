import formbody from "@fastify/formbody"
import fastify from "fastify"
import { toNodeHandler } from "latchkit/server"
import { auth } from "../auth.ts"

const app = fastify()
await app.register(formbody) // Fastify itself parses no forms

app.all("/auth/*", toNodeHandler(auth))

app.get("/journal", async (request, reply) => {
  const session = await auth.getSession(request)
  const query = new URLSearchParams({ callbackUrl: request.originalUrl })
  if (!session) return reply.redirect(`/auth/signin?${query}`, 303)
  reply.header("cache-control", "private, no-store")
  return `The journal of ${session.user?.name}`
})

await app.listen({ port: 3000 })
