import { createServer } from "node:http"
import { Credentials, OIDC } from "latchkit/providers"
import { createAuth } from "latchkit/server"

import { requestFrom, send } from "../apps/demo/server/http.ts"
import { startIdp } from "../idp/idp.ts"

/** An app behind a proxy. Only AUTH_URL describes the proxy. */
export async function openApp(url: string) {
  const client = { client_id: "app", client_secret: "secret-of-the-app-in-this-process", client_name: "App" }
  const idp = await startIdp({ clients: [{ ...client, redirect_uris: [`${url}/callback/acme`] }] })
  const password = Credentials({
    credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
    authorize: ({ name, password }) =>
      name && password === "pw" ? { id: name, name, email: `${name}@app.test` } : null,
  })
  const acme = OIDC({ id: "acme", issuer: idp.issuer, clientId: client.client_id, clientSecret: client.client_secret })
  const env = { AUTH_SECRET: "a secret of more than thirty-two characters", AUTH_URL: url, NODE_ENV: "production" }
  const auth = createAuth({ providers: [password, acme] }, { env })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const paths: string[] = []
  server.on("request", (incoming, outgoing) => {
    paths.push(incoming.url ?? "")
    const request = requestFrom(incoming, `http://127.0.0.1:${port}`)
    void answer(request, auth).then((response) => send(response, outgoing))
  })
  return {
    port,
    /** The requests that the app received. */
    paths,
    async stop() {
      await idp.stop()
      server.close().closeAllConnections()
    },
  }
}

async function answer(request: Request, auth: ReturnType<typeof createAuth>): Promise<Response> {
  if (await auth.isUnderBasePath(request)) return auth.handle(request)
  const session = await auth.getSession(request)
  const page = `<!doctype html><title>Notes</title><h1>${session?.user?.name ?? "nobody"}</h1>`
  return new Response(page, { headers: { "content-type": "text/html", "cache-control": "private, no-store" } })
}
