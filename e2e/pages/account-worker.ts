import { drizzle } from "drizzle-orm/d1"
import { DrizzleAdapter } from "latchkit/adapters/drizzle"
import { Password } from "latchkit/providers"
import { account, createAuth, stepUp, twoStep } from "latchkit/server"
import * as tables from "../databases/sqlite-tables.ts"

interface Bindings {
  AUTH_SECRET: string
  DB: Parameters<typeof drizzle>[0]
}

/** An email that the Worker sent. */
export interface SentEmail {
  kind: string
  code?: string | undefined
  url?: string | undefined
}

const sent: SentEmail[] = []
const service: { auth?: ReturnType<typeof open> } = {}

const open = (env: Bindings, origin: string) =>
  createAuth(
    {
      adapter: DrizzleAdapter(drizzle(env.DB), tables),
      features: [account, stepUp, twoStep],
      providers: [
        Password({ hash: { algorithm: "pbkdf2-sha256", params: { i: 1000 } } }),
        {
          id: "email",
          name: "Email",
          type: "email",
          sendVerificationRequest: () => {},
          sendAccountEmail: ({ kind, code, url }) => void sent.push({ kind, code, url }),
        },
      ],
      account: { deletion: { graceDays: 0 } },
      secondFactor: true,
      session: { strategy: "database" },
    },
    { env: { AUTH_SECRET: env.AUTH_SECRET, AUTH_URL: origin } },
  )

/** A Worker with the whole account in D1. `/sent` returns its emails, and each other path outside of `/auth` the session. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    const auth = (service.auth ??= open(env, origin))
    if (pathname === "/sent") return Response.json(sent)
    if (pathname.startsWith("/auth")) return auth.handle(request)
    const session = await auth.getSession(request)
    return new Response(session?.user?.email ?? "signed out")
  },
}
