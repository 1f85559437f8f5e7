import { execFile, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { isFile, readFences, type ShownFile } from "../../stories/docs/site/inline-code.ts"
import { answers, freePort } from "../databases/processes.ts"
import { installPackages as installApp } from "../apps/packages.ts"
import type { Quickstart } from "./frameworks.ts"
import { packedPackage } from "../tools/packed.ts"
import { installPackages, readManifest, type Source } from "./packages.ts"

const ROOT = join(import.meta.dirname, "../..")
const TEMPLATES = join(import.meta.dirname, "templates")
const START = /^(npm run dev|npm run start:dev .*|node --env-file=\S+ \S+|bun \S+\.ts|deno run .*)$/
/** The commands of an installation that takes place elsewhere. */
const REMOTE = /^(npx wrangler d1 migrations apply \S+ --remote|npx wrangler secret|npm run deploy)/

/** An app that was made by following a page, and runs. */
export interface FollowedApp {
  origin: string
  /** The lines of the terminal since the start. */
  output: { text: string }
  /** Runs `npx latchkit` with these words. */
  latchkit(...words: string[]): Promise<void>
  /** Runs the linter of the template, whose packages are in `e2e/apps/linters`. It throws what the linter prints. */
  lint(): Promise<void>
  /** Stops the app, builds it, installs what production needs, and starts it. The output is then new. */
  deploy(env: Readonly<Record<string, string>>): Promise<void>
  /** Stops the app, and removes its folder. */
  stop(): Promise<void>
}

/** A process of the app. */
interface Server extends Pick<FollowedApp, "output"> {
  stop(): Promise<void>
}

/** Follows a page as a new user does, in a folder outside the repository, and starts the app. */
export async function followPage(quickstart: Quickstart, latchkit: string): Promise<FollowedApp> {
  const folder = await mkdtemp(join(tmpdir(), `first-hour-${quickstart.name}-`))
  const user = new NewUser(folder, quickstart, {
    latchkit,
    apps: quickstart.packages === undefined ? [] : [quickstart.packages],
  })
  for (const fence of readFences(readFileSync(join(ROOT, "stories/docs", quickstart.page), "utf8"))) {
    if (isFile(fence)) user.create(fence)
    else if (fence.language === "sh") for (const line of fence.text.split("\n")) await user.run(line)
  }
  return user.start()
}

class NewUser {
  readonly #quickstart: Quickstart
  readonly #source: Source
  readonly #top: string
  #folder: string
  #start = ""

  constructor(folder: string, quickstart: Quickstart, source: Source) {
    this.#top = folder
    this.#folder = folder
    this.#quickstart = quickstart
    this.#source = source
  }

  /** Creates a file of the page, or checks that `latchkit init` wrote the same. A file with a note is an alternative. */
  create({ name, note, from, text }: ShownFile): void {
    if (note !== undefined && note !== this.#quickstart.alternative) return
    const path = join(this.#folder, name)
    const kept = this.#fromTemplate(name) // the app's own, which `init` keeps and the page changes
    const written = readOptional(path)
    if (from.startsWith("init/") && (kept ?? text) !== written)
      throw new Error(`latchkit init doesn't write ${name} as the page shows it:\n${written}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${text}\n`)
  }

  /** Runs a line of the page. Packages come from this repository, and the app starts after the last line. */
  async run(line: string): Promise<void> {
    const [command, verb, ...rest] = line.split(" ")
    const generator =
      /^(?:npm create (\S+?)@latest|npx (create-\S+?|sv|@(?:tanstack|nestjs)\/cli)@?(?:latest)?)(?: |$)/.exec(line)
    if (REMOTE.test(line)) return
    else if (START.test(line)) this.#start ||= line
    else if (this.#quickstart.templateHas?.test(line)) await this.#copyTemplate(this.#folder)
    else if (command === "mkdir") mkdirSync(join(this.#folder, verb ?? ""))
    else if (command === "cd") this.#folder = join(this.#folder, verb ?? "")
    else if (generator) await this.#generate(line, generator)
    else if (/^(npm install|bun add)( |$)/.test(line))
      await this.#install(
        this.#folder,
        rest.filter((word) => word !== "-D"),
      )
    else if (line.startsWith("npm ")) await this.#execute("npm", [verb ?? "", ...rest])
    else if (/^(npx|bunx) /.test(line)) await this.#execute(join(this.#folder, "node_modules/.bin", verb ?? ""), rest)
    else throw new Error(`${this.#quickstart.page} has a command that the suite doesn't know: ${line}`)
  }

  async #generate(line: string, [matched, created, run]: RegExpExecArray): Promise<void> {
    const { generatorArgs = [], generatorInstalls = false } = this.#quickstart
    const target = join(this.#folder, /\bacme\b/.exec(line)?.[0] ?? "")
    if (this.#quickstart.template !== undefined) return this.#copyTemplate(target)
    const name = created === undefined ? (run ?? "") : `create-${created}`
    const args = line
      .slice(matched.length)
      .split(" ")
      .filter((word) => word !== "--")
    const own = args.flatMap((word, at) => (/^--install$/.test(word) || args[at - 1] === "--install" ? [] : [word]))
    await this.#execute(join(ROOT, "node_modules/.bin", name), [...own, ...generatorArgs])
    if (generatorInstalls) await this.#install(target, [])
  }

  #fromTemplate(name: string): string | undefined {
    const { template } = this.#quickstart
    return template === undefined ? undefined : readOptional(join(TEMPLATES, template, name))
  }

  /** Creates the app of the template, unless there is one already. */
  async #copyTemplate(target: string): Promise<void> {
    if (existsSync(join(target, "package.json"))) return
    const { template = "", versions = template } = this.#quickstart
    for (const name of [template, versions]) cpSync(join(TEMPLATES, name), target, { recursive: true })
    if (this.#quickstart.generatorInstalls) await this.#install(target, [])
  }

  async #install(folder: string, names: readonly string[]): Promise<void> {
    if (existsSync(join(folder, "package-lock.json"))) return this.#installFromRegistry(folder, names)
    const manifest = readManifest(folder)
    const wanted = names.length > 0 ? names : Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    installPackages(folder, wanted, this.#source)
    if (names.length === 0) return this.#execute("npm", ["run", "--if-present", "prepare"], folder) // as npm does
    const versions = names.map((name) => [name, `^${readManifest(join(folder, "node_modules", name)).version}`])
    const dependencies = { ...manifest.dependencies, ...Object.fromEntries(versions) }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }, null, 2))
  }

  /** Installs the versions of the template's lockfile, and other packages in the version that is installed here. */
  async #installFromRegistry(folder: string, names: readonly string[]): Promise<void> {
    const versionOf = (name: string) => `${name}@${readManifest(join(ROOT, "node_modules", name)).version}`
    const wanted = names.map((name) => (name === "latchkit" ? packedPackage() : versionOf(name)))
    const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
    await this.#execute("npm", [names.length > 0 ? "install" : "ci", ...wanted, ...quiet], folder)
  }

  async #execute(command: string, args: readonly string[], cwd = this.#folder): Promise<void> {
    const env = this.#environment(cwd, this.#quickstart.env)
    await promisify(execFile)(command, args, { cwd, env }).catch((error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`, { cause: error })
    })
  }

  /** The variables of a new terminal, with the Node version of the lockfile. */
  #environment(folder: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const bin = join(ROOT, "node_modules/.bin")
    const own = ["HOME", "TMPDIR", "LANG", "NODE_EXTRA_CA_CERTS"].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    )
    const PATH = [join(folder, "node_modules/.bin"), bin, process.env["PATH"]].join(delimiter)
    return { ...Object.fromEntries(own), PATH, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...more }
  }

  async start(): Promise<FollowedApp> {
    const port = await freePort("localhost")
    const origin = `http://localhost:${port}`
    let server = await this.#serve(this.#start, port)
    return {
      origin,
      get output() {
        return server.output
      },
      latchkit: (...words) => this.#execute(join(this.#folder, "node_modules/.bin/latchkit"), words),
      lint: () => this.#lint(),
      deploy: async (more) => {
        await server.stop()
        await this.#build()
        const env = { NODE_ENV: "production", AUTH_URL: origin, ...more }
        server = await this.#serve(this.#quickstart.production?.start ?? "", port, env)
      },
      stop: async () => {
        await server.stop()
        rmSync(this.#top, { recursive: true, force: true, maxRetries: 3 })
      },
    }
  }

  /** Runs the template's `lint` with the packages that the template names. */
  async #lint(): Promise<void> {
    installApp("linters")
    const { dependencies, devDependencies } = readManifest(this.#folder)
    const names = Object.keys({ ...dependencies, ...devDependencies })
    const { latchkit, apps = [] } = this.#source
    this.#installAnew(names, { latchkit, apps: [...apps, "linters"] })
    await this.#execute("npm", ["run", "lint", "--", "--max-warnings", "0"])
    this.#installAnew(names, this.#source)
  }

  #installAnew(names: readonly string[], source: Source): void {
    rmSync(join(this.#folder, "node_modules"), { recursive: true })
    installPackages(this.#folder, names, source)
  }

  /** Checks and builds the app as its own scripts do. Then it has only the packages that `npm ci --omit=dev` installs. */
  async #build(): Promise<void> {
    const { checks = [], keepsDevelopment = false } = this.#quickstart.production ?? {}
    for (const script of checks) await this.#execute("npm", ["run", ...script.split(" ")])
    if (keepsDevelopment) return
    if (existsSync(join(this.#folder, "package-lock.json")))
      return this.#execute("npm", ["prune", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"])
    this.#installAnew(Object.keys(readManifest(this.#folder).dependencies ?? {}), this.#source)
  }

  async #serve(started: string, port: number, more: Readonly<Record<string, string>> = {}): Promise<Server> {
    const command = this.#quickstart.startOn(started, port)
    const env = this.#environment(this.#folder, { PORT: String(port), ...this.#quickstart.env, ...more })
    const child = spawn(command, {
      cwd: this.#folder,
      env,
      shell: true,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const output = { text: "" }
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output.text += String(data)))
    const stop = async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, "SIGKILL")
        await once(child, "exit")
      }
    }
    await listening(child, port).catch(async (error: unknown) => {
      await stop()
      throw new Error(`${command} doesn't respond:\n${output.text}`, { cause: error })
    })
    return { output, stop }
  }
}

/** Returns the text of a file, or `undefined` if there is no such file. */
const readOptional = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").trim() : undefined)

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (const end = Date.now() + 150_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    if (await answers(port, "localhost")) return
    if (Date.now() > end) throw new Error("It doesn't listen after a minute")
  }
}
