// One process of an app, on one version of Latchkit. The test sends the time with each request, and serves what the
// process needs from outside: the identity provider and the mailbox.
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { openStore, type Kit } from "./stores.ts"

const { KIT = "", STORE = "", OUTSIDE = "", STRATEGY = "" } = process.env
const kit = (await import(KIT)) as Kit // what a bundle and `kit.ts` export

const now = { time: 0, isStepNeeded: false }

const auth = kit.createAuth(
  {
    providers: [
      {
        ...{ id: "acme", name: "Acme", type: "oidc", issuer: "https://issuer.test" },
        ...{ clientId: "client", clientSecret: "secret" },
      },
      { id: "email", name: "Email", type: "email", sendVerificationRequest: ({ url }) => outside("mail", url) },
    ],
    adapter: (await openStore(kit, STORE)).adapter,
    clock: () => now.time,
    logger: { error() {}, warn() {}, debug() {} },
    fetch: async (input, init) => {
      const { url, method, headers, body } = new Request(input, init)
      const text = body && (await new Response(body).text())
      return outside("provider", JSON.stringify({ url, method, headers: [...headers], body: text }))
    },
    secret: "s".repeat(32),
    rateLimit: false,
    session: { strategy: STRATEGY === "jwt" ? "jwt" : "database" },
    steps: [{ id: "terms", url: "/terms", needed: () => now.isStepNeeded }],
  },
  { env: { AUTH_URL: "https://app.test/auth" } },
)

async function outside(path: string, body: string): Promise<Response> {
  const response = await fetch(`${OUTSIDE}/${path}`, { method: "POST", body })
  return new Response(await response.text(), { status: response.status, headers: response.headers })
}

async function requestFrom(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // chunks are buffers, because no encoding is set
  const { method = "GET", url = "/", headers } = message
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  const body = method === "POST" ? Buffer.concat(chunks) : null
  return new Request(`https://app.test${url}`, { method, headers: entries, body })
}

const server = createServer((message, response) => {
  now.time = Number(message.headers["x-time"])
  now.isStepNeeded = message.headers["x-step"] === "needed"
  void requestFrom(message)
    .then((request) => auth.handle(request))
    .then(async (answer) => {
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        "set-cookie": answer.headers.getSetCookie(),
      })
      response.end(await answer.text())
    })
})
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port)) // it listens on TCP
