import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { median } from "./measure.ts"

const RUNS = 9

const latchkit = (imports: string, config: string) => `
import { createAuth } from "latchkit/server"
${imports}
export default { fetch: (request, env) => createAuth({ secret: env.SECRET, ${config} }, { env }).handle(request) }`

/** The smallest Worker of each, as its guide sets it up. */
const WORKERS: Readonly<Record<string, string>> = {
  "Latchkit, GitHub alone": latchkit('import { GitHub } from "latchkit/providers/github"', "providers: [GitHub()]"),
  "Latchkit, passwords, passkeys and a second factor": latchkit(
    `import { MemoryAdapter } from "latchkit/adapters/memory"
import { Passkey, Password, Resend } from "latchkit/providers"
import { twoStep } from "latchkit/server"
const adapter = MemoryAdapter()`,
    "adapter, providers: [Password(), Passkey(), Resend({ from: 'a@b.test' })], features: [twoStep], secondFactor: true",
  ),
  "@auth/core, GitHub alone": `
import { Auth } from "@auth/core"
import GitHub from "@auth/core/providers/github"
export default { fetch: (request, env) => Auth(request, { secret: env.SECRET, providers: [GitHub] }) }`,
  "better-auth, GitHub alone": `
import { betterAuth } from "better-auth"
const socialProviders = { github: { clientId: "id", clientSecret: "secret" } }
export default { fetch: (request, env) => betterAuth({ secret: env.SECRET, socialProviders }).handler(request) }`,
}

interface WorkerSize {
  name: string
  gzip: number
  /** Milliseconds from the start of its import to its end, in Node. */
  load: number
  /** The largest parts of the minified file, in bytes. */
  parts: [part: string, bytes: number][]
}

/** Bundles each Worker from the built package into one minified file, and returns the table of their sizes. */
export async function workersTable(): Promise<string> {
  const sizes: WorkerSize[] = []
  for (const [name, source] of Object.entries(WORKERS)) sizes.push(await measureWorker(name, source))
  const lines = sizes.map(({ name, gzip, load }) => `| ${name} | ${(gzip / 1000).toFixed(0)} | ${load.toFixed(1)} |`)
  const parts = (sizes[0]?.parts ?? []).map(([part, bytes]) => `| \`${part}\` | ${(bytes / 1000).toFixed(0)} |`)
  return `One minified file for a Worker: esbuild with the conditions \`workerd\` and \`worker\`. Node imports it in that many milliseconds.

| | kB gzip | ms |
|---|--:|--:|
${lines.join("\n")}

The largest parts of the first one, in kB of the minified file:

| Part | kB |
|---|--:|
${parts.join("\n")}`
}

async function measureWorker(name: string, source: string): Promise<WorkerSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: "." },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker"],
    external: ["node:*", "cloudflare:*"],
    tsconfigRaw: {}, // the repository's own names the sources
    write: false,
    metafile: true,
    logLevel: "error",
  })
  const text = outputFiles[0]?.contents ?? new Uint8Array()
  const parts: Record<string, number> = {}
  for (const [file, { bytesInOutput }] of Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs),
  )) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)|dist\/((?:[^/]+\/){0,3})/.exec(file)
    const key = part?.[1] ?? part?.[2] ?? file
    parts[key] = (parts[key] ?? 0) + bytesInOutput
  }
  const largest = Object.entries(parts).sort(([, one], [, other]) => other - one)
  return { name, gzip: gzipSync(text).length, load: loadTime(text), parts: largest.slice(0, 12) }
}

function loadTime(text: Uint8Array): number {
  const folder = ".cache/bench"
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "worker.mjs")
  writeFileSync(file, text)
  const url = JSON.stringify(pathToFileURL(file).href)
  const script = `const start = performance.now(); await import(${url}); console.log(performance.now() - start)`
  const times = Array.from({ length: RUNS }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    })
    if (status !== 0) throw new Error(stderr)
    return Number(stdout)
  })
  return median(times) ?? 0
}
