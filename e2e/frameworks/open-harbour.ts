import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { spawn, type ChildProcess } from "node:child_process"

import { startIdp } from "../idp/idp.ts"
import { startMailServer, type ReceivedEmail } from "../../server/testing/mail-server.ts"
import type { Framework } from "./frameworks.ts"

/** A Harbour that runs, and the mail it sends. */
export interface Harbour {
  origin: string
  /** Origin and base path of the service. */
  service: string
  mails: readonly ReceivedEmail[]
  /** What the app has printed so far. */
  said: readonly string[]
  /** The file of its SQLite database. */
  database: string
  /** Of its process. */
  pid: number | undefined
  stop(): Promise<void>
}

/** What a Harbour is opened with, beside what every one has. */
export interface Opening {
  /** Variables of its own. */
  env?: Readonly<Record<string, string>>
  /** Where its identity provider listens. @default any free port */
  idpPort?: number
  /** What runs in the root in place of the app. */
  command?: string
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

type Place = Pick<Framework, "folder" | "base">

/** Starts the app of a framework in its production build, with an identity provider and a mail server of its own. */
export async function openHarbour(place: Place, opening: Opening = {}, tries = 3): Promise<Harbour> {
  try {
    return await opened(place, opening)
  } catch (error) {
    // Between being found free and being listened at, a port may become somebody's
    if (tries > 1 && String(error).includes("EADDRINUSE")) return openHarbour(place, opening, tries - 1)
    throw error
  }
}

async function opened({ folder, base: path }: Place, { env = {}, idpPort = 0, command }: Opening): Promise<Harbour> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const client = { client_id: "harbour", client_name: "Harbour", client_secret: "only-this-run-knows-it" }
  const redirects = {
    redirect_uris: [`${origin}${path}/callback/people`],
    post_logout_redirect_uris: [`${origin}${path}/signout/people`],
  }
  const clients = [{ ...client, ...redirects }]
  const [idp, mail, files] = await Promise.all([
    startIdp({ port: idpPort, clients }),
    startMailServer(),
    mkdtemp(join(tmpdir(), "harbour-")),
  ])
  const database = join(files, "harbour.db")
  const run = command === undefined ? await startOf(folder) : { command, cwd: ROOT }
  const app = spawnApp(run, {
    PORT: String(port),
    AUTH_URL: origin,
    AUTH_SECRET: "a secret of more than thirty-two characters",
    AUTH_PEOPLE_ISSUER: idp.issuer,
    AUTH_PEOPLE_ID: client.client_id,
    AUTH_PEOPLE_SECRET: client.client_secret,
    SMTP_URL: mail.url,
    DATABASE: database,
    ...env,
  })
  const stop = async () => {
    if (app.pid !== undefined && app.exitCode === null && app.signalCode === null) {
      process.kill(-app.pid, "SIGKILL")
      await once(app, "exit")
    }
    await Promise.all([idp.stop(), mail.close(), rm(files, { recursive: true, force: true })])
  }
  const said = saidBy(app)
  await answers(app, { origin, said }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { origin, service: origin + path, mails: mail.received, said, database, pid: app.pid, stop }
}

interface Run {
  command: string
  cwd: string
}

/** What `npm start -w` runs: npm itself takes a second. */
async function startOf(folder: string): Promise<Run> {
  const cwd = join(ROOT, "e2e/apps", folder)
  const { scripts } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8")) as { scripts: { start: string } } // an app has one
  return { command: scripts.start, cwd }
}

function spawnApp({ command, cwd }: Run, env: Readonly<Record<string, string>>): ChildProcess {
  const PATH = [join(cwd, "node_modules/.bin"), join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter)
  return spawn("sh", ["-c", `exec ${command}`], {
    cwd,
    detached: true, // a group, which ends as a whole
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
  })
}

const START = 40_000

function saidBy(app: ChildProcess): string[] {
  const said: string[] = []
  for (const stream of [app.stdout, app.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  return said
}

/** Waits until the app answers; what it said is in the error where it does not. */
async function answers(app: ChildProcess, { origin, said }: Pick<Harbour, "origin" | "said">): Promise<void> {
  const until = Date.now() + START
  while (Date.now() < until && app.exitCode === null && app.signalCode === null) {
    const up = await fetch(origin, { signal: AbortSignal.timeout(START) }).then(
      () => true, // an app that is set up wrongly is up, too
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const end = app.exitCode === null ? `after ${START / 1000} seconds` : `and ended with ${app.exitCode}`
  throw new Error(`${origin} does not answer, ${end}:\n${said.join("")}`)
}
