import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawn, type ChildProcess } from "node:child_process"
import { test as base } from "@playwright/test"

import { startIdp } from "../idp/idp.ts"
import { startMailServer, type Received } from "../../server/testing/mail-server.ts"
import type { Framework } from "./frameworks.ts"

/** What a project of the Playwright configuration says. */
export interface Options {
  framework: Framework
}

/** A Harbour that runs, and the mail it sends. */
export interface Harbour {
  origin: string
  /** Origin and base path of the service. */
  service: string
  mails: readonly Received[]
  stop(): Promise<void>
}

const ROOT = new URL("../..", import.meta.url).pathname

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (typeof address !== "object" || !address) throw new Error("The server has no port")
  return address.port
}

/** Starts the app of a framework in its production build, with an identity provider and a mail server of its own. */
export async function openHarbour(
  { folder, base: path }: Framework,
  more: Readonly<Record<string, string>> = {},
): Promise<Harbour> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const client = { client_id: "harbour", client_name: "Harbour", client_secret: "only-this-run-knows-it" }
  const idp = await startIdp({ clients: [{ ...client, redirect_uris: [`${origin}${path}/callback/people`] }] })
  const mail = await startMailServer()
  const files = await mkdtemp(join(tmpdir(), "harbour-"))
  const app = spawn("npm", ["start", "--silent", "-w", `e2e/apps/${folder}`], {
    cwd: ROOT,
    detached: true, // a group, which ends as a whole
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      AUTH_URL: origin,
      AUTH_SECRET: "a secret of more than thirty-two characters",
      AUTH_PEOPLE_ISSUER: idp.issuer,
      AUTH_PEOPLE_ID: client.client_id,
      AUTH_PEOPLE_SECRET: client.client_secret,
      SMTP_URL: mail.url,
      DATABASE: join(files, "harbour.db"),
      ...more,
    },
  })
  await answers(app, origin)
  return {
    origin,
    service: origin + path,
    mails: mail.received,
    async stop() {
      if (app.pid !== undefined && app.exitCode === null) {
        process.kill(-app.pid, "SIGKILL")
        await once(app, "exit")
      }
      await Promise.all([idp.stop(), mail.close(), rm(files, { recursive: true, force: true })])
    },
  }
}

/** Waits until the app answers; what it said is in the error where it does not. */
async function answers(app: ChildProcess, origin: string): Promise<void> {
  const said: string[] = []
  for (const stream of [app.stdout, app.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  const until = Date.now() + 60_000
  while (Date.now() < until && app.exitCode === null) {
    const up = await fetch(origin).then(
      () => true, // an app that is set up wrongly is up, too
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${origin} does not answer:\n${said.join("")}`)
}

interface Fixtures {
  /** Another Harbour, with variables of its own, that is closed after the test. */
  open(env: Readonly<Record<string, string>>): Promise<Harbour>
  /** Leaves out what the framework's row says it cannot pass. */
  rowSkips: void
}

/** Playwright's test with a Harbour for each worker; `baseURL` is where it is. */
export const test = base.extend<Fixtures, Options & { harbour: Harbour }>({
  framework: [
    { name: "", folder: "", base: "", store: false },
    { option: true, scope: "worker" },
  ],
  harbour: [
    async ({ framework }, use) => {
      const harbour = await openHarbour(framework)
      await use(harbour)
      await harbour.stop()
    },
    { scope: "worker", timeout: 90_000 },
  ],
  rowSkips: [
    async ({ framework }, use, { title }) => {
      const why = framework.skip?.[title]
      test.skip(why !== undefined, why)
      await use()
    },
    { auto: true },
  ],
  baseURL: async ({ harbour }, use) => use(harbour.origin),
  open: async ({ framework }, use) => {
    const opened: Harbour[] = []
    await use(async (env) => {
      const harbour = await openHarbour(framework, env)
      opened.push(harbour)
      return harbour
    })
    await Promise.all(opened.map((harbour) => harbour.stop()))
  },
})

export { expect, type BrowserContext, type Page } from "@playwright/test"
