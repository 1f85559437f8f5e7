import { once } from "node:events"
import type { AddressInfo } from "node:net"

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

/** Starts the app, if it doesn't run yet. Returns its URL. */
export async function startJournal(): Promise<string> {
  if (!server.listening) await once(server.listen(0, "localhost"), "listening")
  return `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
}

/** Stops the app, and restores the environment. */
export function stopJournal(): void {
  server.close()
  for (const name of Object.keys(DOTENV)) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = before[name]
  }
}
