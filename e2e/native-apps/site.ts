import { createServer } from "node:http"
import express from "express"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import type { AuthConfig } from "../../server/index.ts"
import { ExpressAuth } from "../../server/integrations/express/index.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** The redirect URI of an app with a custom scheme. */
export const CUSTOM = "com.example.acme:/signed-in"

/** A site on which native apps sign in. */
export interface Site {
  /** The URL of the base path. */
  auth: string
  close(): Promise<void>
}

/** Starts the site. Its user `ada` has the password `lovelace`. */
export async function startSite(strategy: "jwt" | "database"): Promise<Site> {
  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "", name: "Ada", email: "ada@app.test", emailVerified: null })
  const config: AuthConfig = {
    secret: "a secret of more than thirty-two characters",
    siteName: "Acme",
    trustHost: true, // other suites of this process may have set NODE_ENV to production
    adapter,
    session: { strategy },
    logger: { warn: () => undefined },
    nativeApps: {
      "acme-cli": { name: "Acme CLI", redirectUris: ["http://127.0.0.1/signed-in"] },
      phone: { name: "Acme for phones", redirectUris: [CUSTOM] },
    },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { username: { label: "Username" }, password: { label: "Password", type: "password" } },
        authorize: ({ username, password }) => (username === "ada" && password === "lovelace" ? ada : null),
      },
    ],
  }
  const server = createServer(express().use("/auth", ExpressAuth(config)))
  const port = await listenOnLoopback(server)
  return {
    auth: `http://localhost:${port}/auth`,
    close: () => new Promise<void>((closed) => (server.closeAllConnections(), server.close(() => closed()))),
  }
}
