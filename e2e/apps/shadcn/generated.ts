import { execFile } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { listenOnLoopback } from "../../../server/test-kit/listening.ts"
import { registryFiles } from "../../../stories/docs/site/registry.ts"
import { installPackages as linkPackages, packLatchkit, readManifest } from "../../first-hour/packages.ts"
import { installPackages } from "../packages.ts"

const HERE = import.meta.dirname
const MODULES = join(HERE, "../../../node_modules")
const SHADCN = join(HERE, "tool/node_modules/shadcn/dist/index.js")
const run = promisify(execFile)

/** Replaces the part of a file that the user changes by hand. */
function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, "utf8")
  const edited = text.replace(from, to)
  if (edited === text) throw new Error(`${file} has no ${String(from)}`)
  writeFileSync(file, edited)
}

/** An app that Vite's generator wrote, and to which the command of shadcn/ui added the sign-in card. */
export interface GeneratedApp extends AsyncDisposable {
  readonly folder: string
}

/** Generates and builds the app, in a folder outside the repository. */
export async function generateApp(): Promise<GeneratedApp> {
  installPackages("shadcn/tool")
  const top = await mkdtemp(join(tmpdir(), "latchkit-shadcn-"))
  const folder = join(top, "app")
  const latchkit = await packLatchkit()
  const dispose = async () => {
    for (const made of [top, dirname(latchkit)]) await rm(made, { recursive: true, force: true })
  }
  try {
    const generator = join(MODULES, "create-vite/index.js")
    await run(process.execPath, [generator, basename(folder), "--template", "react-ts", "--no-interactive"], {
      cwd: top,
    })
    setUpShadcn(folder)
    const { dependencies, devDependencies } = readManifest(folder)
    linkPackages(folder, Object.keys({ ...dependencies, ...devDependencies }), { latchkit })
    await addCard(folder)
    edit(
      join(folder, "src/main.tsx"),
      "import './index.css'",
      "import './index.css'\nimport { SessionProvider } from 'latchkit/react'\nimport { SignInCard } from '@/components/sign-in-card'",
    )
    edit(join(folder, "src/main.tsx"), "<App />", "<SessionProvider><main><SignInCard /></main></SessionProvider>")
    edit(join(folder, "src/main.tsx"), "import App from './App.tsx'\n", "")
    await run("npm", ["run", "build"], { cwd: folder })
    return { folder, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Does what the documentation of shadcn/ui says about Vite. Its `init` can't run without its own site. */
function setUpShadcn(folder: string): void {
  const own = readManifest(HERE)
  const manifest = readManifest(folder)
  // Latchkit is there already, so the command installs nothing
  const dependencies = { ...own.dependencies, ...manifest.dependencies, latchkit: "0.1.0" }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }, undefined, 2))
  cpSync(join(HERE, "components.json"), join(folder, "components.json"))
  cpSync(join(HERE, "src/lib"), join(folder, "src/lib"), { recursive: true })
  cpSync(join(HERE, "vite.config.ts"), join(folder, "vite.config.ts"))
  cpSync(join(HERE, "src/index.css"), join(folder, "src/index.css"))
  edit(join(folder, "src/index.css"), /^@layer theme.*\n|^@import "(?:latchkit|\.)\/.*\n/gm, "")
  const alias = '"compilerOptions": { "paths": { "@/*": ["./src/*"] } },'
  edit(join(folder, "tsconfig.json"), "{", `{ ${alias}`)
  edit(
    join(folder, "tsconfig.app.json"),
    '"compilerOptions": {',
    '"compilerOptions": { "paths": { "@/*": ["./src/*"] },',
  )
}

/** Runs `shadcn add` with the URL of the item, on a server that stands for both sites. */
async function addCard(folder: string): Promise<void> {
  const server = createServer(({ url = "/" }, response) => {
    const body = siteFile(url)
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" })
    response.end(JSON.stringify(body ?? { error: `${url} isn't here` }))
  })
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  try {
    const env = { ...process.env, REGISTRY_URL: `${origin}/r`, NO_COLOR: "1" }
    await run(process.execPath, [SHADCN, "add", `${origin}/docs/r/sign-in.json`, "--yes"], { cwd: folder, env })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Returns a file of Latchkit's site, below `/docs/`, or of the registry of shadcn/ui, below `/r/`. */
function siteFile(url: string): object | undefined {
  const [, name] = /^\/r\/styles\/[\w-]+\/(\w+)\.json$/.exec(url) ?? []
  if (url.startsWith("/docs/")) return registryFiles()[url.slice("/docs/".length)]
  if (url.startsWith("/r/colors/")) return { ...COLORS, inlineColorsTemplate: "", cssVarsTemplate: "" }
  if (name === undefined) return undefined
  if (name === "index") return { name, type: "registry:style", files: [] }
  const path = `ui/${name}.tsx`
  const content = readFileSync(join(HERE, "src/components", path), "utf8")
  return { name, type: "registry:ui", files: [{ path, type: "registry:ui", content }] }
}

const SCHEMES = { light: {}, dark: {} }
const COLORS = { inlineColors: SCHEMES, cssVars: SCHEMES, cssVarsV4: SCHEMES }
