import { MemoryAdapter } from "latchkit/adapters/memory"
import { de } from "latchkit/messages/de"
import { Passkey, Password } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { createAuth, type AuthService } from "latchkit/server"

interface Bindings {
  AUTH_URL: string
  AUTH_SECRET: string
}

const sent: object[] = []
const service: { auth?: AuthService } = {}

/** A Worker with passwords, passkeys, GitHub and German, and with no other import. `/sent` returns its emails. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    if (new URL(request.url).pathname === "/sent") return Response.json(sent)
    service.auth ??= createAuth(
      {
        adapter: MemoryAdapter(),
        providers: [
          Password({ hash: { algorithm: "pbkdf2-sha256", params: { i: 1000 } } }),
          Passkey(),
          GitHub({ clientId: "id", clientSecret: "secret" }),
          {
            id: "email",
            name: "Email",
            type: "email",
            sendVerificationRequest: (message) => void sent.push(message),
            sendAccountEmail: ({ kind, code }) => void sent.push({ kind, code }),
          },
        ],
        messages: [de],
        secret: env.AUTH_SECRET,
        rateLimit: false,
      },
      { env: { ...env } },
    )
    return service.auth.handle(request)
  },
}
