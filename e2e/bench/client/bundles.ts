// Builds one app per page with Vite, esbuild and Next's two bundlers.
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import react from "@vitejs/plugin-react"
import { build as esbuild } from "esbuild"
import { build as vite, type Rollup } from "vite"

const ROOT = join(import.meta.dirname, "../../..")
const OUT = join(ROOT, ".cache/bench-client")
const PAGES = join(import.meta.dirname, "pages")

/** The apps: a file in `pages/` each. */
export const APPS = [
  "react",
  "latchkit",
  "card",
  "next-auth",
  "better-auth",
  "query",
  "latchkit-query",
  "latchkit-sign-in",
  "next-auth-sign-in",
] as const
export type App = (typeof APPS)[number]

/** A built page. */
export interface Bundle {
  /** The folder of its files. */
  folder: string
  /** The scripts that the page loads first: its entry, and what that imports. */
  first: readonly string[]
}

/** Writes the page's script: the app as a browser starts it. */
function entryFor(app: App): string {
  const file = join(OUT, "entries", `${app}.tsx`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `import { createElement } from "react"
import { createRoot } from "react-dom/client"
import { App } from ${JSON.stringify(relative(dirname(file), join(PAGES, `${app}.tsx`)))}
createRoot(document.getElementById("root")).render(createElement(App))
`,
  )
  return file
}

/** Builds an app with Vite's defaults. */
export async function buildWithVite(app: App): Promise<Bundle> {
  const folder = join(OUT, "vite", app)
  const result = await vite({
    configFile: false,
    root: ROOT,
    base: `/${app}/`,
    logLevel: "error",
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: folder, emptyOutDir: true, copyPublicDir: false, rolldownOptions: { input: entryFor(app) } },
  })
  const output = [result].flat().flatMap((built) => ("output" in built ? built.output : []))
  const chunks = output.filter((file): file is Rollup.OutputChunk => file.type === "chunk")
  const imports = Object.fromEntries(chunks.map(({ fileName, imports: names }) => [fileName, names]))
  return { folder, first: closure(chunks.find(({ isEntry }) => isEntry)?.fileName, imports) }
}

/** Builds an app with esbuild and code splitting. */
export async function buildWithEsbuild(app: App): Promise<Bundle> {
  const folder = join(OUT, "esbuild", app)
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = await esbuild({
    entryPoints: [entryFor(app)],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    metafile: true,
    jsx: "automatic",
    tsconfigRaw: {}, // without this repository's aliases, which lead to the sources
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    absWorkingDir: ROOT,
  })
  const outputs = Object.entries(metafile.outputs)
  const imports = Object.fromEntries(
    outputs.map(([file, output]) => [
      basename(file),
      output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path)),
    ]),
  )
  const entry = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(`/${app}.tsx`))?.[0]
  return { folder, first: closure(entry && basename(entry), imports) }
}

function closure(entry: string | undefined, imports: Readonly<Record<string, readonly string[]>>): string[] {
  if (entry === undefined) throw new Error("The bundle has no entry")
  const files = new Set([entry])
  // Iterating a set includes the elements that are added meanwhile
  for (const file of files) for (const name of imports[file] ?? []) files.add(name)
  return [...files]
}

/** Builds one Next app with a route per page. Returns its folder, for `next start`. */
export function buildWithNext(bundler: "turbopack" | "webpack"): string {
  const folder = join(OUT, `next-${bundler}`)
  rmSync(folder, { recursive: true, force: true })
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write("package.json", JSON.stringify({ name: "bench", private: true, type: "module" }))
  write(
    "next.config.js",
    `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, outputFileTracingRoot: ${JSON.stringify(ROOT)}, experimental: { externalDir: true } }`,
  )
  write(
    "app/layout.jsx",
    `export default ({ children }) => <html lang="en"><body><div id="root">{children}</div></body></html>`,
  )
  for (const app of APPS) {
    const page = relative(join(folder, "app", app), join(PAGES, `${app}.tsx`))
    write(`app/${app}/page.jsx`, `import { App } from ${JSON.stringify(page)}\nexport default () => <App />`)
  }
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/next"), ["build", `--${bundler}`], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`Next with ${bundler} could not build:\n${stdout}${stderr}`)
  return folder
}
