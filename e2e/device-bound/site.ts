import { createServer } from "node:https"
import { chromium, test, type Browser } from "@playwright/test"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { Credentials } from "latchkit/providers"
import { createAuth } from "latchkit/server"

import { requestFrom, send } from "../apps/demo/server/http.ts"
import { selfSigned } from "../attacks/certificate.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** Seconds that a copied cookie works at most, by default. */
export const LIFETIME = 600

export type Strategy = "jwt" | "database"

/** A site whose sessions are bound to devices, with one user. A test moves its clock. */
export interface BoundSite {
  origin: string
  /** The certificate's key, which the browser is told to trust. */
  spki: string
  /** Requests to the refresh endpoint, as "200" and so on, in order. */
  refreshes: string[]
  /** Lets seconds pass on the server alone. */
  later(seconds: number): void
  /** While it is broken, the refresh endpoint responds with 503. */
  break(on: boolean): void
  stop(): Promise<void>
}

export async function openBoundSite(strategy: Strategy): Promise<BoundSite> {
  const { spki, ...certificate } = selfSigned()
  const server = createServer(certificate)
  const origin = `https://localhost:${await listenOnLoopback(server)}`
  const state = { offset: 0, broken: false }
  const adapter = MemoryAdapter()
  const ada = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, image: null }
  await adapter.createUser(ada)
  const auth = createAuth(
    {
      adapter,
      logger: { error: console.error, warn: () => {}, debug: () => {} }, // warns about the address of loopback
      session: { strategy, deviceBound: true },
      clock: () => Date.now() + state.offset,
      providers: [
        Credentials({
          credentials: { password: { label: "Password", type: "password" } },
          authorize: ({ password }) => (password === "pw" ? ada : null),
        }),
      ],
    },
    { env: { AUTH_SECRET: "a secret of more than thirty-two characters", AUTH_URL: origin } },
  )
  const refreshes: string[] = []
  // As in a framework whose server actions set cookies only
  const serverAction = async (request: Request): Promise<Response> => {
    const { url, cookies } = await auth.signIn(request, "credentials", { redirectTo: "/", fields: { password: "pw" } })
    const headers = new Headers({ location: url })
    for (const cookie of cookies) headers.append("set-cookie", cookie)
    return new Response(null, { status: 303, headers })
  }
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === "/auth/device-bound") {
      const response = state.broken ? new Response(null, { status: 503 }) : await auth.handle(request)
      refreshes.push(String(response.status))
      return response
    }
    if (pathname.startsWith("/auth")) return auth.handle(request)
    if (pathname === "/login") return serverAction(request)
    const session = await auth.getSession(request)
    const text = session ? `${session.user?.name} ${session.bound ? "bound" : "unbound"}` : "nobody"
    return new Response(`<!doctype html><title>App</title><link rel="icon" href="data:,"><h1>${text}</h1>`, {
      headers: { "content-type": "text/html", "cache-control": "no-store" },
    })
  }
  server.on("request", (incoming, outgoing) => {
    void respond(requestFrom(incoming, origin)).then((response) => send(response, outgoing))
  })
  return {
    origin,
    spki,
    refreshes,
    later: (seconds) => void (state.offset += seconds * 1000),
    break: (on) => void (state.broken = on),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Starts a browser that binds sessions, with keys in software. `--ignore-certificate-errors` would turn that off
 * without a word, so it trusts the one certificate.
 */
export function launchBound({ spki }: { spki: string }): Promise<Browser> {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {}
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...args,
      "--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting",
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
  })
}
