import { mkdtemp, readFile, rm } from "node:fs/promises"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { spawn, type ChildProcess } from "node:child_process"

import { freePort } from "../databases/processes.ts"
import { startIdp } from "../idp/idp.ts"
import { startMailServer, type ReceivedEmail } from "../../server/test-kit/mail-server.ts"
import type { Framework } from "./frameworks.ts"

/** A running Harbour and the emails it sent. */
export interface Harbour {
  origin: string
  /** Latchkit's origin and base path. */
  service: string
  mails: readonly ReceivedEmail[]
  /** The app's output so far. */
  said: readonly string[]
  /** The path of its SQLite database. */
  database: string
  /** The id of its process. */
  pid: number | undefined
  stop(): Promise<void>
}

/** The options of a Harbour. */
export interface Opening {
  /** More environment variables. */
  env?: Readonly<Record<string, string>>
  /** The port of its identity provider. @default any free port */
  idpPort?: number
  /** The command that runs in the root instead of the app. */
  command?: string
}

const ROOT = new URL("../..", import.meta.url).pathname

type Place = Pick<Framework, "folder" | "base">

/** Starts the production build of a framework's app, with its own identity provider and SMTP server. */
export async function openHarbour(place: Place, opening: Opening = {}, tries = 3): Promise<Harbour> {
  try {
    return await opened(place, opening)
  } catch (error) {
    // Another process may take the free port before the app listens on it
    if (tries > 1 && String(error).includes("EADDRINUSE")) return openHarbour(place, opening, tries - 1)
    throw error
  }
}

async function opened({ folder, base: path }: Place, { env = {}, idpPort = 0, command }: Opening): Promise<Harbour> {
  const port = await freePort("localhost")
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
  const run = command === undefined ? await startCommand(folder) : { command, cwd: ROOT }
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

/** Returns the command of `npm start -w`, because npm itself takes a second. */
async function startCommand(folder: string): Promise<Run> {
  const cwd = join(ROOT, "e2e/apps", folder)
  const { scripts } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8")) as { scripts: { start: string } } // every app has this script
  return { command: scripts.start, cwd }
}

function spawnApp({ command, cwd }: Run, env: Readonly<Record<string, string>>): ChildProcess {
  const PATH = [join(cwd, "node_modules/.bin"), join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter)
  return spawn("sh", ["-c", `exec ${command}`], {
    cwd,
    detached: true, // a process group, so that its children end with it
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
  })
}

const START = 100_000

function saidBy(app: ChildProcess): string[] {
  const said: string[] = []
  for (const stream of [app.stdout, app.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  return said
}

/** Waits until the app responds. If it doesn't, the error contains the app's output. */
async function answers(app: ChildProcess, { origin, said }: Pick<Harbour, "origin" | "said">): Promise<void> {
  const until = Date.now() + START
  while (Date.now() < until && app.exitCode === null && app.signalCode === null) {
    const up = await fetch(origin, { signal: AbortSignal.timeout(START) }).then(
      () => true, // an app with an invalid configuration responds too
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const end = app.exitCode === null ? `after ${START / 1000} seconds` : `and ended with ${app.exitCode}`
  throw new Error(`${origin} doesn't respond, ${end}:\n${said.join("")}`)
}
