import { execFile, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { installPackages } from "../apps/packages.ts"

const root = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

/** How an app is checked and started; each command is one of its packages' or this repository's tools. */
interface Kind {
  /** Makes what `start` needs. */
  build: readonly string[]
  /** Checks the types of a built app, if `build` doesn't. */
  check?: readonly string[]
  start(port: number): readonly string[]
  /** Starts the app in development, which compiles a page with its first request. */
  develop?(port: number): readonly string[]
  /** An app whose packages it links. They are installed first. */
  app?: string
  /** Packages that aren't the root's version. Their own imports are those beside them. */
  links?: readonly string[]
  /** Packages under another name than that of their folder. */
  renamed?: Readonly<Record<string, string>>
  /** Packages that import a linked one. */
  copies?: readonly string[]
  /** Files that replace the app's, or remove them if they have no text. */
  files?: Readonly<Record<string, string | undefined>>
}

const NEXT: Kind = {
  build: ["next", "build"], // it checks the types too
  start: (port) => ["next", "start", "-p", String(port)],
}
const NEXT_15: Kind = { ...NEXT, app: "next-15", links: ["e2e/apps/next-15/node_modules/next"] }
const NEXT_AUTH_4 = "e2e/apps/next-auth-4/node_modules"
const NEXT_AUTH_4_COPIES = [`${NEXT_AUTH_4}/next-auth`, `${NEXT_AUTH_4}/preact-render-to-string`]
/** Next 14 with React 18. */
const NEXT_14: Kind = {
  ...NEXT,
  app: "next-14",
  develop: (port) => ["next", "dev", "-p", String(port)],
  links: ["next", "react", "react-dom", "@types/react", "@types/react-dom"].map(
    (name) => `e2e/apps/next-14/node_modules/${name}`,
  ),
  files: { "next.config.ts": undefined, "next.config.mjs": "export default {}\n" }, // Next 14 reads no TypeScript here
}
/** Before React 19, `useActionState` is `useFormState`. */
const LOGIN_FORM_14 = `"use client"

import { useFormState } from "react-dom"
import { authenticate } from "../actions"

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const [error, action] = useFormState(authenticate, undefined)
  return (
    <form action={action}>
      {error && <p>{error}</p>}
      <input name="email" />
      <input name="password" type="password" />
      <input type="hidden" name="redirectTo" value={callbackUrl} />
      <button>Log in</button>
    </form>
  )
}
`
const EXPRESS: Kind = { build: ["tsc", "--noEmit"], start: () => ["node", "server.ts"] }
const AUTHJS = "e2e/apps/authjs/node_modules"

/** The apps, and the versions of their framework. */
const APPS = {
  "next-v4": {
    16: { ...NEXT, links: [`${NEXT_AUTH_4}/next-auth`] },
    15: { ...NEXT_15, copies: NEXT_AUTH_4_COPIES },
    14: { ...NEXT_14, copies: NEXT_AUTH_4_COPIES },
  },
  "next-v5": {
    16: NEXT,
    15: { ...NEXT_15, copies: ["node_modules/next-auth"] },
    14: {
      ...NEXT_14,
      copies: ["node_modules/next-auth"],
      files: { ...NEXT_14.files, "app/login/login-form.tsx": LOGIN_FORM_14 },
    },
  },
  "express-v5": {
    5: EXPRESS,
    4: { ...EXPRESS, renamed: { express: "node_modules/express-4" }, copies: ["node_modules/@auth/express"] },
  },
  sveltekit: {
    2: {
      build: ["vite", "build"],
      check: ["svelte-check", "--tsconfig", "./tsconfig.json"],
      start: (port) => ["vite", "preview", "--port", String(port), "--strictPort"],
      links: ["@sveltejs/kit", "@auth/sveltekit", "cookie"].map((name) => `${AUTHJS}/${name}`),
    },
  },
} as const satisfies Record<string, Record<number, Kind>>

export type AppName = keyof typeof APPS

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

/** A copy of an app, which the codemod may change. */
export interface MovingApp {
  readonly origin: string
  readonly folder: string
  /** Runs the codemod; rejects if it leaves anything to do by hand. */
  migrate(): Promise<void>
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
  cpSync(join(import.meta.dirname, "apps", name), folder, { recursive: true })
  const versions: Readonly<Record<number, Kind>> = APPS[name]
  const kind = versions[version]
  if (!kind) throw new Error(`No version ${version} of ${name}`)
  for (const [file, text] of Object.entries(kind.files ?? {}))
    if (text === undefined) rmSync(join(folder, file))
    else writeFileSync(join(folder, file), text)
  install(folder, kind)
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
    migrate: () => finish(["node", join(root, "dist/server/cli/index.js"), "migrate", "authjs"]),
    async run(...options) {
      await stop()
      await finish([...kind.build, ...options])
      if (kind.check) await finish(kind.check)
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
