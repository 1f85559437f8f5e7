import { createServer as createHttp, type RequestListener } from "node:http"
import { createServer as createHttps } from "node:https"
import { Credentials, OIDC } from "latchkit/providers"
import { createAuth, type AuthConfig } from "latchkit/server"

import { requestFrom, send } from "../apps/demo/server/http.ts"
import { startIdp } from "../idp/idp.ts"
import { selfSigned } from "./certificate.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

export interface SiteOptions {
  https?: boolean
  /** Ids of OpenID providers to offer, each an identity provider of its own. */
  idps?: readonly string[]
  config?: Partial<AuthConfig>
}

/** The attacked site. */
export interface Site {
  origin: string
  /** "POST /auth/signout 403" and so on, in the order of the responses. */
  answers: string[]
  /** While held, callbacks of providers don't reach Latchkit, so their URLs stay unused. */
  hold(on: boolean): void
  stop(): Promise<void>
}

/** Serves Latchkit at app.localhost, with two users who have the password "pw". */
export async function openSite({ https = false, idps = [], config = {} }: SiteOptions = {}): Promise<Site> {
  const server = https ? createHttps(selfSigned()) : createHttp()
  const port = await listenOnLoopback(server)
  const origin = `${https ? "https" : "http"}://app.localhost:${port}`
  const providers = await Promise.all(idps.map((id) => providerAt(id, origin)))
  const handle = serviceAt(origin, { ...config, providers: [PASSWORD, ...providers.map(({ row }) => row)] })
  const answers: string[] = []
  const held = { on: false }
  const listener: RequestListener = (incoming, outgoing) => {
    const caught = held.on && incoming.url?.startsWith("/auth/callback/")
    const answering = caught ? Promise.resolve(new Response("held")) : handle(requestFrom(incoming, origin))
    void answering.then((answer) => {
      answers.push(`${incoming.method} ${incoming.url} ${answer.status}`)
      return send(answer, outgoing)
    })
  }
  server.on("request", listener)
  return {
    origin,
    answers,
    hold(on) {
      held.on = on
    },
    async stop() {
      await Promise.all(providers.map(({ idp }) => idp.stop()))
      server.close()
      server.closeAllConnections()
    },
  }
}

const PASSWORD = Credentials({
  credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
  authorize: ({ name, password }) =>
    password === "pw" && (name === "victim" || name === "attacker")
      ? { id: name, name, email: `${name}@example.com` }
      : null,
})

async function providerAt(id: string, origin: string) {
  const client = { client_id: id, client_secret: `secret-of-${id}-in-this-process`, client_name: "App" }
  const idp = await startIdp({ clients: [{ ...client, redirect_uris: [`${origin}/auth/callback/${id}`] }] })
  const row = OIDC({ id, name: id, issuer: idp.issuer, clientId: id, clientSecret: client.client_secret })
  return { idp, row }
}

function serviceAt(origin: string, config: AuthConfig): (request: Request) => Promise<Response> {
  const logger = { error: () => {}, warn: () => {} } // these tests provoke errors
  const env = { AUTH_SECRET: "a secret of more than thirty-two characters", AUTH_URL: origin }
  const auth = createAuth({ logger, ...config }, { env })
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/auth")) return auth.handle(request)
    const session = await auth.getSession(request)
    if (pathname === "/members" && !session) return Response.redirect(`${origin}/auth/signin?callbackUrl=%2Fmembers`)
    const html = `<!doctype html><title>App</title><h1>${session?.user?.name ?? "nobody"}</h1>`
    return new Response(html, { headers: { "content-type": "text/html", "cache-control": "private, no-store" } })
  }
}
