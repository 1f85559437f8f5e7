import type { AddressInfo } from "node:net"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

/** The developer's `.env`. The app reads it when it starts. */
const DOTENV = {
  AUTH_SECRET: "the-secret-of-the-examples-is-long-enough",
  AUTH_TRUST_HOST: "true",
  AUTH_GITHUB_ID: "github-client",
  AUTH_GITHUB_SECRET: "github-secret",
  AUTH_GOOGLE_ID: "google-client",
  AUTH_GOOGLE_SECRET: "google-secret",
}
const before = { ...process.env }
Object.assign(process.env, DOTENV)
const { server } = await import("../../stories/docs/examples/any-server/node.ts")

/** Starts the app, if it doesn't run yet. Returns its URL. It ends with the process, because tests in any order use it. */
export async function startJournal(): Promise<string> {
  if (!server.listening) await listenOnLoopback(server)
  server.unref()
  return `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
}

/** Restores the environment for the other tests of the process. */
export function restoreEnvironment(): void {
  for (const name of Object.keys(DOTENV)) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = before[name]
  }
}
