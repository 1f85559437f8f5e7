import { createServer } from "node:http"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { authjs } from "latchkit/migrate/authjs"
import { Credentials, OIDC } from "latchkit/providers"
import { createAuth, skipCSRFCheck, type AuthConfig } from "latchkit/server"
import { enrollAuthenticatorApp, type TestAuthenticatorApp } from "latchkit/testing"

import { requestFrom, send } from "../apps/demo/server/http.ts"
import { startIdp } from "../idp/idp.ts"
import { buildScript, type PageName } from "./pages.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** A site whose page runs an unmodified client of Auth.js with Latchkit as its server. */
export interface ReplaySite {
  origin: string
  /** The authenticator app of Grace, whose sign-in waits for a code of it. */
  app: TestAuthenticatorApp
  stop(): Promise<void>
}

const PASSWORD = Credentials({
  credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
  authorize: ({ name, password }) => (name && password === "pw" ? { id: name, name, email: `${name}@app.test` } : null),
})

/** Each client's expectations: the base path, and whether Latchkit checks the CSRF token. */
const MOUNTS: Record<PageName, { path: string; config: Partial<AuthConfig>; version?: 4 }> = {
  "next-auth": { path: "/api/auth", config: {} },
  "next-auth-4": { path: "/api/auth", config: {}, version: 4 },
  sveltekit: { path: "/auth", config: { skipCSRFCheck } }, // SvelteKit checks its forms' origin itself
}

/** Serves a client's page, and Latchkit with or without the preset. */
export async function openReplay(client: PageName, { preset = false } = {}): Promise<ReplaySite> {
  const { path, config, version = 5 } = MOUNTS[client]
  const script = await buildScript(client)
  const server = createServer()
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  const app = { client_id: "app", client_secret: "secret-of-the-app-in-this-process", client_name: "App" }
  const idp = await startIdp({ clients: [{ ...app, redirect_uris: [`${origin}${path}/callback/acme`] }] })
  const acme = OIDC({ id: "acme", issuer: idp.issuer, clientId: app.client_id, clientSecret: app.client_secret })
  const settings: AuthConfig = {
    ...(preset && authjs({ version })),
    ...config,
    secret: "a secret of more than thirty-two characters",
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    secondFactor: {},
    providers: [PASSWORD, acme],
    callbacks: { jwt: renamed },
    logger: QUIET,
  }
  const grace = { id: "Grace", name: "Grace", email: "Grace@app.test" }
  const authenticatorApp = await enrollAuthenticatorApp(settings, grace, { url: origin + path })
  const auth = createAuth(settings, { env: { AUTH_URL: origin + path } })
  const page = `<!doctype html><title>App</title><div id="root"></div><script type="module">${script}</script>`
  const html = { headers: { "content-type": "text/html" } }
  server.on("request", (incoming, outgoing) => {
    const ours = incoming.url?.startsWith(`${path}/`)
    const answer = ours ? auth.handle(requestFrom(incoming, origin)) : Promise.resolve(new Response(page, html))
    void answer.then((response) => send(response, outgoing))
  })
  return {
    origin,
    app: authenticatorApp,
    async stop() {
      await idp.stop()
      server.close().closeAllConnections()
    },
  }
}

const QUIET = { error: () => {}, warn: () => {} } // one test sends a wrong password

type JwtCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["jwt"]>

// A client can send anything, so only a name that is a string is accepted
const renamed: JwtCallback = ({ token, trigger, session }) => {
  const name: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "name") : undefined
  return trigger === "update" && typeof name === "string" ? { ...token, name } : token
}
