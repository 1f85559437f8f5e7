import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import { createAuth, sessionPreload, type AuthConfig } from "../../server/index.ts"
import { BUILT, type Framework } from "./frameworks.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

interface Rendering {
  render(options: object): string | Promise<string>
  head?(): string
}

/** A page per framework over a real service, and what it was asked. */
export interface Harness {
  origin: string
  requests: string[]
  /** Changes the next response for that path. */
  answers: Map<string, { status?: number; body?: string; delay?: number; until?: Promise<void> }>
  /** Scripts are sent when `ready` resolves, unless a deploy has replaced them: by 404 or by the app's HTML. */
  scripts: { ready: Promise<unknown>; gone?: "404" | "html" | undefined }
  close(): Promise<void>
}

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { name: {}, password: { type: "password" } },
  authorize: ({ name }: { name?: string }) =>
    name ? { id: name, name, email: `${name}@app.test`, image: null } : null,
} as const

function loadRendering(framework: Framework): Promise<Rendering> {
  const entry = join(BUILT, "server", framework, "entry.js")
  if (!existsSync(entry)) throw new Error("Build the pages first: node e2e/client/build.ts")
  return import(pathToFileURL(entry).href)
}

const escape = (text: string) => text.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Serves the built pages on a free port of localhost. */
export async function startHarness(
  names: readonly Framework[] = ["react"],
  session: AuthConfig["session"] = {},
): Promise<Harness> {
  const renderings = new Map<string, Rendering>()
  for (const name of names) renderings.set(name, await loadRendering(name))
  const requests: string[] = []
  const answers: Harness["answers"] = new Map()
  const scripts: Harness["scripts"] = { ready: Promise.resolve() }
  const service = { auth: undefined as ReturnType<typeof createAuth> | undefined, origin: "" }

  async function page(url: URL, request: Request): Promise<Response> {
    const name = url.pathname.slice(1)
    const rendering = renderings.get(name)
    if (!rendering) return new Response("", { status: 404 })
    const options: Record<string, unknown> = Object.fromEntries(
      [...url.searchParams]
        .filter(([key]) => !["ssr", "preload"].includes(key))
        .map(([key, value]) => [key, JSON.parse(value)]),
    )
    const ssr = url.searchParams.has("ssr")
    if (url.searchParams.get("ssr") === "1") options["session"] = await service.auth?.getSession(request)
    const script = name === "qwik" ? "" : `<script type="module" src="/${name}/entry.js"></script>`
    const rendered = ssr || name === "qwik" ? await rendering.render(options) : "" // Qwik resumes, and mounts nothing
    const html = `<!doctype html><html lang="en" data-options="${escape(JSON.stringify(options))}"><link rel="icon" href="data:,"><title>Who</title>
${ssr ? (rendering.head?.() ?? "") : ""}<div id="root">${rendered}</div>${script}`
    const link = url.searchParams.has("preload") && { link: sessionPreload() }
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8", ...link } })
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (/^\/(?!auth\/).*\.(js|json)$/.test(url.pathname)) {
      await scripts.ready
      if (scripts.gone === "404") return new Response("", { status: 404 })
      if (scripts.gone) return new Response("<!doctype html>", { headers: { "content-type": "text/html" } })
      const script = await readFile(join(BUILT, "client", url.pathname))
      const headers = { "content-type": "text/javascript", "access-control-allow-origin": "*" } // also for a sandboxed frame
      return new Response(script, { headers })
    }
    if (!url.pathname.startsWith("/auth")) return page(url, request)
    requests.push(`${request.method} ${url.pathname}`)
    const instead = answers.get(url.pathname)
    await instead?.until
    if (instead?.delay) await new Promise((resolve) => setTimeout(resolve, instead.delay))
    if (instead?.body !== undefined) return new Response(instead.body, { status: instead.status ?? 200 })
    return (await service.auth?.handle(request)) ?? new Response("", { status: 404 })
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const headers = new Headers()
      for (const [key, value] of Object.entries(incoming.headers)) headers.set(key, String(value))
      const body = incoming.method === "POST" ? Buffer.concat(chunks) : null
      const request = new Request(service.origin + incoming.url, { method: incoming.method ?? "GET", headers, body })
      const response = await answer(request)
      const cookies = response.headers.getSetCookie()
      outgoing.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        ...(cookies.length ? { "set-cookie": cookies } : {}),
      })
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })()
  })
  service.origin = `http://localhost:${await listenOnLoopback(server)}`
  service.auth = createAuth(
    // With one worker, a file's tests sign in more often than one address may
    { providers: [password], secret: "s".repeat(32), session, rateLimit: false },
    { env: { AUTH_URL: service.origin } },
  )
  return {
    origin: service.origin,
    requests,
    answers,
    scripts,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
