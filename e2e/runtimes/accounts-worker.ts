import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/index.ts"
import { Password } from "../../server/providers/password.ts"

interface Bindings {
  AUTH_URL: string
  AUTH_SECRET: string
}

interface Context {
  waitUntil(work: Promise<unknown>): void
}

const sent: object[] = []

/** Takes longer than a response, as an email does. */
async function send(what: object): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100))
  sent.push(what)
}

const service: { auth?: ReturnType<typeof createAuth> } = {}

const open = (env: Bindings) =>
  createAuth(
    {
      adapter: MemoryAdapter(),
      providers: [
        Password({ hash: { algorithm: "pbkdf2-sha256", params: { i: 1000 } } }),
        {
          id: "email",
          name: "Email",
          type: "email",
          sendVerificationRequest: send,
          sendAccountEmail: ({ kind, code, url }) => send({ kind, code, url }),
        },
      ],
      events: { security: ({ type }) => send({ type }) },
      secret: env.AUTH_SECRET,
      rateLimit: false,
    },
    { env: { AUTH_URL: env.AUTH_URL } },
  )

/** A Worker with passwords and emails. `/sent` returns what arrived. A host that begins with `own.` passes its `ctx`. */
export default {
  async fetch(request: Request, env: Bindings, ctx: Context): Promise<Response> {
    const auth = (service.auth ??= open(env))
    if (new URL(request.url).pathname === "/sent") return Response.json(sent)
    const own = request.headers.has("x-own-wait-until")
    return auth.handle(request, own ? { waitUntil: (work) => ctx.waitUntil(work) } : {})
  },
}
