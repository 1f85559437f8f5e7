import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, join, normalize } from "node:path"
import { FRAMEWORKS, type FrameworkName, type PackageManager } from "./init/choices.ts"

/** Facts that the files of an app tell about it. */
export interface Project {
  framework: FrameworkName | undefined
  packageManager: PackageManager
  /** The names of the packages in package.json. */
  packages: ReadonlySet<string>
  /** The major version of `@types/node`: the installed one, or else the one in package.json. */
  nodeTypes: number | undefined
  /** The package's name in words, such as `My App`. */
  siteName: string
  /** The module that starts the app's own server, such as `src/index.ts`. */
  server: string | undefined
}

/** The package that each framework needs. The first match in this order is the app's framework. */
const PACKAGES: readonly [string, FrameworkName][] = [
  ["next", "next"],
  ["@sveltejs/kit", "sveltekit"],
  ["@solidjs/start", "solid-start"],
  ["@builder.io/qwik-city", "qwik"],
  ["@react-router/dev", "react-router"],
  ["@tanstack/react-start", "tanstack-start"],
  ["@tanstack/solid-start", "tanstack-start-solid"],
  ["astro", "astro"],
  ["nuxt", "nuxt"],
  ["@nestjs/core", "nest"],
  ["wrangler", "workers"],
]

/** The packages of servers. An app with Vite too is a page of Vite and its API. */
const SERVER_PACKAGES: readonly [string, FrameworkName][] = [
  ["express", "express"],
  ["fastify", "fastify"],
  ["elysia", "elysia"],
  ["hono", "hono"],
  ["deno", "deno"],
]
/** The files that only an app of Deno has. */
const DENO = ["deno.json", "deno.jsonc", "deno.lock"]
const LOCKFILES: readonly [string, PackageManager][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
]

/** The name that a template gives every app, such as `my-qwik-empty-starter`. */
const TEMPLATE_NAME = /^my-qwik-.*-starter$/

/** Reads package.json and looks for a lockfile. */
export async function detectProject(cwd: string): Promise<Project> {
  const text = await readFile(join(cwd, "package.json"), "utf8").catch(() => "{}")
  const { name, dependencies, devDependencies, packageManager, scripts, main = "" } = parsePackage(text)
  const ranges = { ...dependencies, ...devDependencies }
  const packages = new Set(Object.keys(ranges))
  const named = LOCKFILES.map(([, manager]) => manager).find((manager) => packageManager?.startsWith(`${manager}@`))
  const locked = LOCKFILES.find(([file]) => existsSync(join(cwd, file)))?.[1]
  return {
    framework: frameworkFor(packages) ?? (DENO.some((file) => existsSync(join(cwd, file))) ? "deno" : undefined),
    packageManager: named ?? locked ?? "npm",
    packages,
    nodeTypes: majorVersion((await installedVersion(cwd, "@types/node")) ?? ranges["@types/node"]),
    siteName: inWords(name === undefined || TEMPLATE_NAME.test(name) ? basename(cwd) : name),
    server: await findServer(cwd, [scripts?.["dev"] ?? "", scripts?.["start"] ?? "", main]),
  }
}

const SERVER_IMPORT = new RegExp(`["'](?:${SERVER_PACKAGES.map(([name]) => name).join("|")})["']`)

/** Returns the first file that these commands name, and that imports the package of a server. */
async function findServer(cwd: string, commands: readonly string[]): Promise<string | undefined> {
  for (const path of commands.flatMap((command) => command.match(/[\w./-]+\.[cm]?[jt]s\b/g) ?? [])) {
    const text = await readFile(join(cwd, path), "utf8").catch(() => "")
    if (SERVER_IMPORT.test(text)) return normalize(path)
  }
  return undefined
}

async function installedVersion(cwd: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(cwd, "node_modules", name, "package.json"), "utf8").catch(() => "{}")
  return parsePackage(text).version
}

const majorVersion = (version = ""): number | undefined => Number(/\d+/.exec(version)?.[0]) || undefined

/** The first version of `@types/node` that has `node:sqlite`. */
const SQLITE_TYPES = 22

/**
 * Returns the package that declares the types of Node for an app of TypeScript, or `undefined` if the app has it. A
 * template may bring a version that is older than `node:sqlite`.
 */
export function missingNodeTypes({ packages, nodeTypes }: Pick<Project, "packages" | "nodeTypes">): string | undefined {
  if (!packages.has("typescript") || (nodeTypes !== undefined && nodeTypes >= SQLITE_TYPES)) return undefined
  return `@types/node@${majorVersion(process.versions.node)}`
}

interface PackageFields {
  name?: string
  version?: string
  packageManager?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
  main?: string
}

function parsePackage(text: string): PackageFields {
  try {
    return JSON.parse(text) as PackageFields // the fields that npm defines
  } catch (cause) {
    throw new Error("package.json isn't valid JSON. Correct it, and run the command again", { cause })
  }
}

function frameworkFor(packages: ReadonlySet<string>): FrameworkName | undefined {
  const framework = PACKAGES.find(([name]) => packages.has(name))?.[1]
  if (framework) return framework
  if (packages.has("vite")) return "express-vite"
  return SERVER_PACKAGES.find(([name]) => packages.has(name))?.[1]
}

const ANY_SERVER = "https://github.com/latchkit/latchkit/blob/main/stories/docs/any-server.mdx"

/** Returns the framework with this name. @throws {Error} if it isn't one */
export function frameworkNamed(name: string): FrameworkName {
  const framework = FRAMEWORKS.find((one) => one === name)
  if (framework) return framework
  if (name === "")
    throw new Error(
      `No framework was found in package.json. Pass --framework with one of ${FRAMEWORKS.join(", ")}. For any other server, such as Koa, write the files by hand: ${ANY_SERVER}`,
    )
  throw new Error(`--framework is ${JSON.stringify(name)}. Use one of ${FRAMEWORKS.join(", ")}`)
}

function inWords(name: string): string {
  const words = name.replace(/^@[^/]*\//, "").match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || "My App"
}
