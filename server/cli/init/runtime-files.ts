import type { FrameworkName, NewFile } from "./choices.ts"

type RuntimeName = Extract<FrameworkName, "nest" | "workers" | "elysia" | "deno">

/** The files of Nest, and of servers on other runtimes than Node. */
export const RUNTIME_FILES: Readonly<Record<RuntimeName, NewFile[]>> = {
  nest: [
    {
      path: "src/main.ts",
      needs: 'app.use("/auth", toNodeHandler(auth)), before app.listen',
      text: `import { NestFactory } from "@nestjs/core"
import { toNodeHandler } from "latchkit/server"
import { AppModule } from "./app.module.js"
import { auth } from "./auth.js"

const app = await NestFactory.create(AppModule)
app.use("/auth", toNodeHandler(auth)) // before \`listen\`: after it, Nest's router responds with 404
await app.listen(process.env.PORT ?? 3000)
`,
    },
    {
      path: "src/auth.guard.ts",
      text: `import { createParamDecorator, type CanActivate, type ExecutionContext } from "@nestjs/common"
import { toNodeGuard, type Session } from "latchkit/server"
import { auth } from "./auth.js"

const requireSession = toNodeGuard(auth)
const sessions = new WeakMap<object, Session>()

/** Lets signed-in users through. Others are redirected to the sign-in page and back, and scripts get 401. */
export class AuthGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp()
    const session = await requireSession(http.getRequest(), http.getResponse())
    if (session) sessions.set(http.getRequest(), session)
    return session !== null
  }
}

/** The session of a request behind \`AuthGuard\`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sessions.get(context.switchToHttp().getRequest()),
)
`,
    },
    {
      path: "src/protected.controller.ts",
      text: `import { Controller, Get, Header, UseGuards } from "@nestjs/common"
import { escapeHtml } from "latchkit/html"
import type { Session } from "latchkit/server"
import { AuthGuard, CurrentSession } from "./auth.guard.js"

@Controller("protected")
@UseGuards(AuthGuard)
export class ProtectedController {
  @Get()
  @Header("content-type", "text/html; charset=utf-8")
  greet(@CurrentSession() session: Session): string {
    const email = escapeHtml(session.user?.email ?? "")
    return \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
  }
}
`,
    },
    {
      path: "src/app.module.ts",
      needs: "controllers: [ProtectedController]",
      text: `import { Module } from "@nestjs/common"
import { ProtectedController } from "./protected.controller.js"

@Module({ controllers: [ProtectedController] })
export class AppModule {}
`,
    },
  ],
  workers: [
    {
      path: "src/index.ts",
      needs: "if (await auth.isUnderBasePath(request)) return auth.handle(request)",
      text: `import { escapeHtml } from "latchkit/html"
import { authFor, type Env } from "./auth"

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const auth = authFor(env)
    const address = request.headers.get("cf-connecting-ip") ?? undefined // rate limits count by it
    if (await auth.isUnderBasePath(request)) return auth.handle(request, { address })
    if (new URL(request.url).pathname !== "/protected") return new Response("Hello World!")
    const { session, headers, response } = await auth.requireSession(request)
    if (response) return response
    headers.set("content-type", "text/html; charset=utf-8")
    const email = escapeHtml(session.user?.email ?? "")
    const text = \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
    return new Response(text, { headers })
  },
}
`,
    },
  ],
  elysia: [
    {
      path: "server.ts",
      needs: '.all("/auth/*", ({ request }) => auth.handle(request), { parse: "none" })',
      text: `import { Elysia } from "elysia"
import { escapeHtml } from "latchkit/html"
import { auth } from "./auth"

new Elysia()
  .all(
    "/auth/*",
    ({ request, server }) =>
      auth.handle(request, { address: server?.requestIP(request)?.address }),
    { parse: "none" }, // Latchkit reads the body
  )
  .get("/protected", async ({ request }) => {
    const { session, headers, response } = await auth.requireSession(request)
    if (response) return response
    headers.set("content-type", "text/html; charset=utf-8")
    const email = escapeHtml(session.user?.email ?? "")
    const text = \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
    return new Response(text, { headers })
  })
  .listen(Number(process.env.PORT ?? 3000), ({ url }) => console.log(\`\${url}protected\`))
`,
    },
  ],
  deno: [
    {
      path: "main.ts",
      needs: "if (await auth.isUnderBasePath(request)) return auth.handle(request)",
      text: `import { escapeHtml } from "latchkit/html"
import { auth } from "./auth.ts"

const port = Number(Deno.env.get("PORT") ?? 3000)

Deno.serve({ port }, async (request, { remoteAddr }) => {
  if (await auth.isUnderBasePath(request))
    return auth.handle(request, { address: remoteAddr.hostname })
  if (new URL(request.url).pathname !== "/protected") return new Response("Hello World!")
  const { session, headers, response } = await auth.requireSession(request)
  if (response) return response
  headers.set("content-type", "text/html; charset=utf-8")
  const email = escapeHtml(session.user?.email ?? "")
  const text = \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
  return new Response(text, { headers })
})
`,
    },
  ],
}

/** The files of an app of Hono that runs in a Worker. */
export const HONO_WORKER_FILES: NewFile[] = [
  {
    path: "src/index.ts",
    needs: `new Hono<{ Bindings: Env }>() and app.all("/auth/*", ({ req, env }) => authFor(env).handle(req.raw, { address: req.header("cf-connecting-ip") }))`,
    text: `import { Hono } from "hono"
import { escapeHtml } from "latchkit/html"
import { authFor, type Env } from "./auth"

const app = new Hono<{ Bindings: Env }>()

app.all("/auth/*", ({ req, env }) =>
  authFor(env).handle(req.raw, { address: req.header("cf-connecting-ip") }),
)

app.get("/protected", async ({ req, env }) => {
  const { session, headers, response } = await authFor(env).requireSession(req.raw)
  if (response) return response
  headers.set("content-type", "text/html; charset=utf-8")
  const email = escapeHtml(session.user?.email ?? "")
  const text = \`<p>Hello \${email}. <a href="/auth/signout">Sign out</a></p>\`
  return new Response(text, { headers })
})

export default app
`,
  },
]
