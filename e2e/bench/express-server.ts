// An Express server for GET session in its own process. The argument names the handler. It first sends its URL and a valid
// cookie. For every message after that, it sends the CPU time that it used.
import { once } from "node:events"
import { createServer } from "node:http"
import { Readable } from "node:stream"
import { ExpressAuth as PeerAuth } from "@auth/express"
import { encode as peerEncode } from "@auth/core/jwt"
import PeerCredentials from "@auth/express/providers/credentials"
import express, { type RequestHandler } from "express"
import { ExpressAuth } from "latchkit/express"
import { createAuth, type AuthConfig } from "latchkit/server"

const secret = "a secret of more than thirty-two characters"
const ada = { id: "1", name: "Ada Lovelace", email: "ada@example.com" }
const config: AuthConfig = {
  providers: [{ id: "credentials", name: "P", type: "credentials", credentials: { name: {} }, authorize: () => ada }],
  secret,
  trustHost: true,
}
const PEER_COOKIE = "authjs.session-token"

/** Mounts the handler in Express with the least code, as an app would write it by hand. */
function byHand(): RequestHandler {
  const auth = createAuth(config)
  return async (req, res) => {
    const headers = new Headers(req.headers as Record<string, string>) // this request has no header twice
    const { method } = req
    const body = method === "GET" ? {} : { body: Readable.toWeb(req) as ReadableStream<Uint8Array>, duplex: "half" }
    const answer = await auth.handle(
      new Request(`http://${req.headers.host}${req.originalUrl}`, { method, headers, ...body }),
    )
    res.status(answer.status)
    for (const [name, value] of answer.headers) if (name !== "set-cookie") res.setHeader(name, value)
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) res.setHeader("set-cookie", cookies)
    res.end(await answer.text())
  }
}

const peer = () =>
  PeerAuth({
    providers: [PeerCredentials({ credentials: { name: {} }, authorize: () => ada })],
    secret,
    trustHost: true,
  })
const hello: RequestHandler = (_, res) => void res.json({ hello: "world" })

async function serve(handler: RequestHandler): Promise<string> {
  const server = createServer(express().disable("x-powered-by").use("/auth", handler))
  server.listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  return `http://localhost:${typeof address === "object" && address ? address.port : 0}`
}

async function signedIn(origin: string): Promise<string> {
  const fresh = await fetch(`${origin}/auth/csrf`)
  const cookies = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0])
  const { csrfToken } = (await fresh.json()) as { csrfToken: string } // the endpoint's response
  const body = new URLSearchParams({ csrfToken, name: "ada" })
  const headers = { cookie: cookies(fresh).join("; ") }
  const entered = await fetch(`${origin}/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers,
    body,
  })
  return cookies(entered).find((pair) => pair?.includes("session-token")) ?? ""
}

const HANDLERS: Record<string, () => RequestHandler> = {
  ours: () => ExpressAuth(config),
  hand: byHand,
  peer,
  bare: () => hello,
}
const [who = ""] = process.argv.slice(2)
const handler = HANDLERS[who]
if (!handler) throw new Error(`The argument is ${who}; expected one of ${Object.keys(HANDLERS).join(", ")}`)
const origin = await serve(handler())
const SESSION_COOKIES: Record<string, () => string | Promise<string>> = {
  peer: async () => {
    const token = { name: ada.name, email: ada.email, sub: ada.id }
    return `${PEER_COOKIE}=${await peerEncode({ token, secret, salt: PEER_COOKIE })}`
  },
  bare: () => "a=b",
}
process.on("message", () => process.send?.(process.cpuUsage()))
process.on("disconnect", () => process.exit())
process.send?.({ origin, cookie: await (SESSION_COOKIES[who]?.() ?? signedIn(origin)) })
