import { execFile, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { installPackages } from "../apps/packages.ts"
import { APPS, type AppName, type Kind } from "./kinds.ts"

const root = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

/** Installs the packages in the app's folder. Beside another version of a framework, so is Latchkit, which imports it. */
function install(folder: string, { app, links = [], renamed = {}, copies = [] }: Kind): void {
  if (app) installPackages(app)
  const place = (path: string) => {
    const into = join(folder, "node_modules", path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
    mkdirSync(dirname(into), { recursive: true })
    return into
  }
  for (const path of links) symlinkSync(join(root, path), place(path))
  for (const [name, path] of Object.entries(renamed)) symlinkSync(join(root, path), place(`node_modules/${name}`))
  for (const path of copies) cpSync(join(root, path), place(path), { recursive: true })
  if (links.length + copies.length === 0) return
  const latchkit = place("node_modules/latchkit")
  for (const part of ["package.json", "dist"]) cpSync(join(root, part), join(latchkit, part), { recursive: true })
}

/** Does what `npm install latchkit` does to a package.json, in which Qwik looks for packages with Qwik code. */
function addLatchkit(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies?: object } // as in `apps`
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, latchkit: "*" } }, null, 2),
  )
}

/** A copy of an app, which the codemod may change. */
export interface MovingApp {
  readonly origin: string
  readonly folder: string
  /** Adds Latchkit and runs the codemod; rejects if it leaves anything to do by hand. */
  migrate(): Promise<void>
  /** Restores the files from before the codemod, as a deploy of the old version does. */
  goBack(): void
  /** Starts the app in development instead. */
  develop(): Promise<void>
  /** Builds the app, with further options of the build, and restarts it. */
  run(...options: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Copies the app into an empty folder, beside that version of its framework. */
export async function movingApp<N extends AppName>(
  name: N,
  version: keyof (typeof APPS)[N] & number,
  environment: Record<string, string> = {},
): Promise<MovingApp> {
  const folder = join(root, ".cache/migrate", `${name}-on-${version}`)
  rmSync(folder, { recursive: true, force: true })
  const versions: Readonly<Record<number, Kind>> = APPS[name]
  const kind = versions[version]
  if (!kind) throw new Error(`No version ${version} of ${name}`)
  const writeApp = () => {
    cpSync(join(import.meta.dirname, "apps", name), folder, { recursive: true })
    for (const [file, text] of Object.entries(kind.files ?? {}))
      if (text === undefined) rmSync(join(folder, file))
      else writeFileSync(join(folder, file), text)
  }
  writeApp()
  install(folder, kind)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_IGNORE_INCORRECT_LOCKFILE: "1", // Next 13 would add its compilers to the repository's lockfile
    PORT: String(port),
    USERS_FILE: join(folder, "users.json"),
    ...environment,
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, value.replace("{origin}", origin)])),
  }
  const tool = ([name = "", ...args]: readonly string[]) => {
    const own = kind.links?.find((path) => path.endsWith(`node_modules/${name}`)) // the tools of Next are its own
    return [join(root, own ? dirname(own) : "node_modules", ".bin", name), args] as const
  }
  const memo: { running?: ChildProcess } = {}

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

  async function serve(command: readonly string[], settings: NodeJS.ProcessEnv = env): Promise<void> {
    const [file, args] = tool(command)
    memo.running = spawn(file, args, { cwd: folder, env: settings, stdio: ["ignore", "inherit", "inherit"] })
    await answering(origin)
  }

  return {
    origin,
    folder,
    stop,
    async migrate() {
      addLatchkit(join(folder, "package.json"))
      await finish(["node", join(root, "dist/server/cli/index.js"), "migrate", "authjs"])
    },
    goBack: writeApp,
    async run(...options) {
      await stop()
      await finish([...kind.build, ...options])
      for (const command of kind.after ?? []) await finish(command)
      await serve(kind.start(port))
    },
    async develop() {
      await stop()
      if (!kind.develop) throw new Error(`${name} has no command for development`)
      await serve(kind.develop(port), { ...env, NODE_ENV: "development" })
    },
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 100_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
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
