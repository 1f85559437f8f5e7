import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"

/** A database server that a test started. */
export interface Server {
  readonly port: number
  /** Ends it and removes its data. */
  stop(): Promise<void>
  /** Takes it away without a goodbye; its data stays. */
  kill(): Promise<void>
  /** Brings it back, on the same port, with the data it had. */
  restart(): Promise<void>
}

/** Where the first of `names` is installed; undefined where none is. */
export function installed(...names: readonly string[]): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Ports below those that systems give to connections, and to servers that ask for any: from 32768 or 49152 on. */
const PORTS = { first: 20_000, count: 12_000 }
/** Each thread begins elsewhere, so that two of them don't find the same port free. */
const latest = { offset: Math.floor(Math.random() * PORTS.count) }

/**
 * Returns a port of `host` that nothing listens on. Before the test's own server listens there, no other one gets it.
 * An identity provider that asked for any port once did, and responded in place of an app.
 */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  latest.offset = (latest.offset + 1) % PORTS.count
  const port = PORTS.first + latest.offset
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })
  if (!isFree) return freePort(host)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A folder of its own that other users may pass through: some servers change to a user of their own. */
export async function dataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `latchkit-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Runs `command` to its end. */
export async function run(command: string, parameters: readonly string[]): Promise<void> {
  const child = spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe"] })
  const said: string[] = []
  child.stderr.on("data", (data) => said.push(String(data)))
  const code = await new Promise<number | null>((resolve, reject) => child.once("exit", resolve).once("error", reject))
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said.join("").slice(-2000)}`)
}

/** A server that is one process over one folder. */
export async function startProcess(
  command: string,
  parameters: readonly string[],
  port: number,
  folder: string,
): Promise<Server> {
  const running = { child: await started(command, parameters, port) }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    const ended = new Promise((resolve) => running.child.once("exit", resolve))
    running.child.kill(signal)
    await ended
  }
  // A test run that is interrupted leaves no server behind
  const onExit = (): void => void running.child.kill("SIGKILL")
  process.once("exit", onExit)
  return {
    port,
    kill: () => end("SIGKILL"),
    async restart() {
      running.child = await started(command, parameters, port)
    },
    async stop() {
      await end("SIGTERM")
      process.off("exit", onExit)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function started(command: string, parameters: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe"] })
  const said: string[] = []
  child.stderr.on("data", (data) => said.push(String(data)))
  for (const until = Date.now() + 100_000; Date.now() < until;) {
    if (child.exitCode !== null) break
    if (await answers(port)) return child
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  child.kill("SIGKILL")
  throw new Error(`${command} did not start: ${said.join("").slice(-2000)}`)
}

/** Whether something listens on `port`. */
export function answers(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const done = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once("connect", () => done(true)).once("error", () => done(false))
  })
}

/** Returns the first folder on the way to a path that only its owner and group may open. */
export function closedFolder(path: string): string | undefined {
  const above = dirname(path)
  const closed = above === path ? undefined : closedFolder(above)
  return closed ?? ((statSync(path).mode & 1) === 0 ? path : undefined)
}
