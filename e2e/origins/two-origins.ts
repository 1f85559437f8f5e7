import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { build, type Rollup } from "vite"
import express from "express"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { ExpressAuth } from "../../server/integrations/express/index.ts"
import { OIDC, Passkey } from "../../server/providers/index.ts"
import { startIdp } from "../idp/idp.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** A page and an API on two origins of one site, and an OpenID provider. */
export interface TwoOrigins {
  app: string
  api: string
  /** Another origin of the same site, which the API doesn't trust. */
  evil: string
  close(): Promise<void>
}

interface TwoOriginsOptions {
  /** The hosts of the page, the API and another page. All lead to this machine. */
  hosts: { app: string; api: string; evil: string }
  strategy: "jwt" | "database"
  /** The domain of the passkeys. */
  domain: string
}

const built: { files?: Promise<Map<string, string>> } = {}

/** Builds the page of the documentation's example. */
async function bundle(): Promise<Map<string, string>> {
  const output = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    resolve: { tsconfigPaths: true },
    root: import.meta.dirname,
    build: {
      write: false,
      rolldownOptions: { input: join(import.meta.dirname, "page.tsx"), output: { entryFileNames: "entry.js" } },
    },
  })) as unknown as Rollup.RollupOutput // one build, without a watcher
  return new Map(
    output.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : String(file.source)]),
  )
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await listenOnLoopback(server, { host: "127.0.0.1" })
  return server
}

const readPort = (server: Server) => (server.address() as AddressInfo).port // it listens on TCP

const stop = (server: Server) =>
  new Promise<void>((stopped) => (server.closeAllConnections(), server.close(() => stopped())))

/** Starts the page's server, the API and the provider. The user `ada` has the password `lovelace`. */
export async function startTwoOrigins({ hosts, strategy, domain }: TwoOriginsOptions): Promise<TwoOrigins> {
  const files = await (built.files ??= bundle())
  const handlers: { app?: RequestListener; api?: RequestListener } = {}
  const [appServer, apiServer] = await Promise.all([
    listen((request, response) => handlers.app?.(request, response)),
    listen((request, response) => handlers.api?.(request, response)),
  ])
  const app = `http://${hosts.app}:${readPort(appServer)}`
  const api = `http://${hosts.api}:${readPort(apiServer)}`
  const client = {
    client_id: "two-origins",
    client_secret: "kept between two",
    redirect_uris: [`${api}/auth/callback/people`],
  }
  const idp = await startIdp({ clients: [client] })
  const people = OIDC({
    id: "people",
    name: "People",
    issuer: idp.issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
  })

  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "", name: "Ada", email: "ada@app.test", emailVerified: null })
  const auth = ExpressAuth({
    secret: "a secret of more than thirty-two characters",
    trustHost: true,
    adapter,
    session: { strategy },
    trustedOrigins: [app],
    pages: { signIn: `${app}/login` },
    experimental: { enableWebAuthn: true },
    logger: { warn: () => undefined },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { username: { label: "Username" }, password: { label: "Password", type: "password" } },
        authorize: ({ username, password }) => (username === "ada" && password === "lovelace" ? ada : null),
      },
      people,
      { ...Passkey(), relyingParty: { id: domain, origin: app } },
    ],
  })
  handlers.api = express().use("/auth", auth)
  const html = `<!doctype html><html lang="en" data-api="${api}"><title>Two origins</title><div id="root"></div><script type="module" src="/entry.js"></script>`
  handlers.app = (request, response) => {
    const file = files.get(new URL(request.url ?? "/", app).pathname)
    response.setHeader(
      "content-type",
      file === undefined ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8",
    )
    response.end(file ?? html)
  }
  return {
    app,
    api,
    evil: `http://${hosts.evil}:${readPort(appServer)}`,
    async close() {
      await Promise.all([stop(appServer), stop(apiServer), idp.stop()])
    },
  }
}
