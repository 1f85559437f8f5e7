import { createServer } from "node:http"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { Credentials, Passkey } from "latchkit/providers"
import { createAuth, type AuthConfig } from "latchkit/server"
import { enrollAuthenticatorApp, type TestAuthenticatorApp } from "latchkit/testing"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** A site with two-step verification, and two users with the password "pw". */
export interface TwoStepSite {
  origin: string
  /** The authenticator app of Ada. Grace has none, and must set one up. */
  app: TestAuthenticatorApp
  /** Returns the code in the newest email. */
  mailedCode(): string
  stop(): Promise<void>
}

/** Starts the site. */
export async function openTwoStepSite(): Promise<TwoStepSite> {
  const server = createServer()
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  const adapter = MemoryAdapter()
  const mails: { code?: string | undefined }[] = []
  for (const [id, name] of [
    ["ada", "Ada Lovelace"],
    ["grace", "Grace Hopper"],
  ] as const)
    await adapter.createUser({ id, name, email: `${id}@example.com`, emailVerified: new Date() })
  const config: AuthConfig = {
    adapter,
    secondFactor: { required: ({ user }) => user.id === "grace" },
    siteName: "Nightbook",
    logger: { error: () => {}, warn: () => {} }, // these tests type wrong codes
    providers: [
      Credentials({
        credentials: { username: { label: "Username" }, password: { label: "Password", type: "password" } },
        authorize: ({ username, password }) =>
          password === "pw" ? adapter.getUserByEmail(`${username}@example.com`) : null,
      }),
      {
        id: "email",
        name: "Email",
        type: "email",
        sendsCode: true,
        sendVerificationRequest: (mail) => void mails.push(mail),
      },
      Passkey(),
    ],
  }
  const env = { AUTH_SECRET: "s".repeat(32), AUTH_URL: origin }
  const settings = { ...config, secret: env.AUTH_SECRET }
  const app = await enrollAuthenticatorApp(settings, { id: "ada" }, { url: origin })
  const auth = createAuth(settings, { env })
  server.on("request", (incoming, outgoing) => {
    const request = requestFrom(incoming, origin)
    const answering = new URL(request.url).pathname.startsWith("/auth") ? auth.handle(request) : home(request)
    void answering.then((response) => send(response, outgoing))
  })
  async function home(request: Request) {
    const name = (await auth.getSession(request))?.user?.name ?? "nobody"
    const html = `<!doctype html><html lang="en"><title>Nightbook</title><h1>${name}</h1>`
    return new Response(html, { headers: { "content-type": "text/html" } })
  }
  return {
    origin,
    app,
    mailedCode: () => mails.at(-1)?.code ?? "",
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
