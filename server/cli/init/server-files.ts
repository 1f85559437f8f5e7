import type { FrameworkName, NewFile } from "./choices.ts"

type ServerName = Extract<FrameworkName, "express-vite" | "express" | "hono" | "fastify">

/** The files of apps that start a server themselves. */
export const SERVER_FILES: Readonly<Record<ServerName, NewFile[]>> = {
  "express-vite": [
    {
      path: "server.ts",
      text: `import express from "express"
import { auth } from "./auth.ts"

const app = express()

app.use("/auth", auth)
app.use("/protected", auth.requireAuth())
app.get("/api/greeting", auth.requireAuth(), (_, res) => {
  res.json({ greeting: \`Hello \${res.locals.session?.user?.email}.\` })
})

if (process.env.NODE_ENV === "production") {
  app.use(express.static("dist"))
  app.get("/{*path}", (_, res) => res.sendFile("index.html", { root: "dist" }))
} else {
  const { createServer } = await import("vite") // not installed in production
  const vite = await createServer({ server: { middlewareMode: true } })
  app.use(vite.middlewares)
}

const port = Number(process.env.PORT ?? 3000)
app.listen(port, (error) => {
  if (error) throw error // the port is taken
  console.log(\`http://localhost:\${port}/protected\`)
})
`,
    },
    {
      path: "src/App.tsx",
      text: `import { useEffect, useState } from "react"
import { SessionProvider, useSession } from "latchkit/react"

export default function App() {
  return (
    <SessionProvider>
      <Page />
    </SessionProvider>
  )
}

function Page() {
  const { data: session, status } = useSession()
  if (status === "loading") return null
  if (!session) return <a href="/auth/signin?callbackUrl=/protected">Sign in</a>
  return (
    <p>
      <Greeting /> <a href="/auth/signout">Sign out</a>
    </p>
  )
}

function Greeting() {
  const [greeting, setGreeting] = useState("")
  useEffect(() => {
    fetch("/api/greeting")
      .then((response) => response.json())
      .then((body) => setGreeting(body.greeting))
  }, [])
  return greeting
}
`,
    },
  ],
  express: [
    {
      path: "server.ts",
      text: `import express from "express"
import { escapeHtml } from "latchkit/html"
import { auth } from "./auth.ts"

const app = express()

app.use("/auth", auth)

app.get("/protected", auth.requireAuth(), (_, res) => {
  const email = escapeHtml(res.locals.session?.user?.email ?? "")
  res.send(\`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`)
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, (error) => {
  if (error) throw error // the port is taken
  console.log(\`http://localhost:\${port}/protected\`)
})
`,
    },
  ],
  hono: [
    {
      path: "server.ts",
      needs: 'app.all("/auth/*", ({ req }) => auth.handle(req.raw))',
      text: `import { serve } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import { escapeHtml } from "latchkit/html"
import { auth } from "./auth.ts"

const app = new Hono()

app.all("/auth/*", (context) =>
  auth.handle(context.req.raw, { address: getConnInfo(context).remote.address }),
)

app.get("/protected", async ({ req }) => {
  const { session, headers, response } = await auth.requireSession(req.raw)
  if (response) return response
  headers.set("content-type", "text/html; charset=utf-8")
  const email = escapeHtml(session.user?.email ?? "")
  const text = \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
  return new Response(text, { headers })
})

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, port }, () => console.log(\`http://localhost:\${port}/protected\`))
`,
    },
  ],
  fastify: [
    {
      path: "server.ts",
      needs: 'app.all("/auth/*", toNodeHandler(auth))',
      text: `import formbody from "@fastify/formbody"
import fastify from "fastify"
import { escapeHtml } from "latchkit/html"
import { toNodeGuard, toNodeHandler } from "latchkit/server"
import { auth } from "./auth.ts"

const app = fastify()
await app.register(formbody) // Fastify itself parses no forms

app.all("/auth/*", toNodeHandler(auth))
const requireSession = toNodeGuard(auth)

app.get("/protected", async (request, reply) => {
  const session = await requireSession(request, reply)
  if (!session) return reply
  reply.type("text/html")
  const email = escapeHtml(session.user?.email ?? "")
  return \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
})

const port = Number(process.env.PORT ?? 3000)
await app.listen({ port })
console.log(\`http://localhost:\${port}/protected\`)
`,
    },
  ],
}
