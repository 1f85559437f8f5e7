// A registry on this machine, and npm with it
import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { installPackages } from "../apps/packages.ts"

const HERE = import.meta.dirname
const execute = promisify(execFile)

/** A registry that only this machine reaches. It has all packages of npm, but no Latchkit before one is published to it. */
export interface LocalRegistry extends AsyncDisposable {
  readonly address: string
  /** The registry that npm uses otherwise. */
  readonly upstream: string
  /** Creates an empty app. */
  newApp(name: string): Promise<string>
  /** Runs a command whose npm knows this registry only. Returns its output. @throws {Error} if it fails, with its output */
  run(cwd: string, command: string, ...words: string[]): Promise<string>
}

/** Starts a registry with empty folders. `await using` removes it, and all apps, at the end. */
export async function startRegistry(): Promise<LocalRegistry> {
  installPackages("../rehearsal") // they are many: only who rehearses a release has them
  const { stdout } = await execute("npm", ["config", "get", "registry"], { cwd: HERE })
  const upstream = stdout.trim()
  const folder = await mkdtemp(join(tmpdir(), "latchkit-rehearsal-"))
  const child = spawn(process.execPath, [join(HERE, "registry.mjs"), join(folder, "registry"), upstream], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data) => /^http:\S+$/m.test(String(data)) && resolve(String(data).trim()))
    child.once("exit", (code) => reject(new Error(`The registry ended with ${code}`)))
  })
  const settings = join(folder, "npmrc")
  const { host } = new URL(address)
  // npm publishes nothing without a token. This registry takes any
  await writeFile(settings, `registry=${address}\n//${host}/:_authToken=any\naudit=false\nfund=false\n`)
  const env = { ...process.env, npm_config_userconfig: settings, npm_config_cache: join(folder, "cache") }
  Reflect.deleteProperty(env, "NODE_ENV") // an app sets its own, and the tests' would win
  return {
    ...{ address, upstream },
    async newApp(name) {
      const app = join(folder, name)
      await mkdir(app)
      await writeFile(
        join(app, "package.json"),
        JSON.stringify({ name, version: "1.0.0", private: true, type: "module" }),
      )
      return app
    },
    async run(cwd, command, ...words) {
      const call = execute(command, words, { cwd, env, maxBuffer: 10_000_000 })
      const result = await call.catch(({ message, stdout: out }: Error & { stdout: string }) => {
        throw new Error(`${message}\n${out}`)
      })
      return result.stdout
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 }) // npm may still write to its cache
    },
  }
}
