import { execFile, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

/** How an app is checked and started; each command is one of this repository's tools. */
interface Kind {
  /** Checks the types, and makes what `start` needs. */
  build: readonly string[]
  start(port: number): readonly string[]
}

const NEXT: Kind = {
  build: ["next", "build"], // it checks the types too
  start: (port) => ["next", "start", "-p", String(port)],
}

export const APPS = {
  "next-v4": NEXT,
  "next-v5": NEXT,
  "express-v5": { build: ["tsc", "--noEmit"], start: () => ["node", "server.ts"] },
} as const satisfies Record<string, Kind>

export type AppName = keyof typeof APPS

/** A copy of an app, which the codemod may change. */
export interface MovingApp {
  readonly origin: string
  readonly folder: string
  /** Runs the codemod; rejects if it leaves anything to do by hand. */
  migrate(): Promise<void>
  /** Builds the app, with further options of the build, and restarts it. */
  run(...options: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Copies the app into an empty folder, with the versions of packages that it names. */
export async function movingApp(name: AppName, environment: Record<string, string> = {}): Promise<MovingApp> {
  const folder = join(root, ".cache/migrate", name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, "apps", name), folder, { recursive: true })
  if (name === "next-v4") {
    mkdirSync(join(folder, "node_modules"))
    symlinkSync(join(root, "e2e/apps/next-auth-4/node_modules/next-auth"), join(folder, "node_modules/next-auth"))
  }
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    USERS_FILE: join(folder, "users.json"),
    ...environment,
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, value.replace("{origin}", origin)])),
  }
  const tool = (command: readonly string[]) =>
    [join(root, "node_modules/.bin", command[0] ?? ""), command.slice(1)] as const
  const memo: { running?: ChildProcess } = {}
  const kind: Kind = APPS[name]

  async function finish(command: readonly string[], cwd = folder): Promise<void> {
    const [file, args] = tool(command)
    try {
      await execute(file, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 })
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string } // execFile adds both
      throw new Error(`${command.join(" ")} failed in ${name}:\n${stdout}\n${stderr}`, { cause: error })
    }
  }

  async function stop(): Promise<void> {
    const { running } = memo
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill()
    // Next waits for open connections, such as those that the browser keeps alive
    const forced = setTimeout(() => running.kill("SIGKILL"), 5000)
    await once(running, "exit")
    clearTimeout(forced)
  }

  return {
    origin,
    folder,
    stop,
    migrate: () => finish(["node", join(root, "dist/server/cli/index.js"), "migrate", "authjs"]),
    async run(...options) {
      await stop()
      await finish([...kind.build, ...options])
      const [file, args] = tool(kind.start(port))
      memo.running = spawn(file, args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] })
      await answering(origin)
    },
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (await fetch(origin, { redirect: "manual" }).catch(() => undefined)) return
  }
  throw new Error(`Nothing responds at ${origin}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  return port
}
