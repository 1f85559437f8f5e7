import { execFileSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { packedPackage } from "../tools/packed.ts"

const ROOT = join(import.meta.dirname, "../..")

/** The fields of a package.json that say what to install. */
interface Manifest {
  version?: string
  bin?: string | Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest // npm checks its shape

/** Packs Latchkit as `npm publish` does. Returns the folder with its files. */
export async function packLatchkit(): Promise<string> {
  const at = await mkdtemp(join(tmpdir(), "latchkit-packed-"))
  execFileSync("tar", ["-xzf", packedPackage()], { cwd: at })
  return join(at, "package")
}

/** Where the packages of an app come from. */
export interface Source {
  /** The folder of the packed Latchkit. */
  latchkit: string
  /** The apps in `e2e/apps` whose own packages come first. */
  apps?: readonly string[]
}

/**
 * Installs packages and their dependencies into an app without a registry: it links the files that the lockfile installed.
 * Packages that aren't installed here, such as a template's linter, are left out.
 */
export function installPackages(app: string, names: Iterable<string>, source: Source): void {
  const direct = [...names]
  const waiting = [...direct]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const target = join(app, "node_modules", name)
    const from = findFolder(name, source)
    if (from === undefined || existsSync(target)) continue
    linkTree(from, target)
    waiting.push(...neededBy(from), ...nestedIn(from).flatMap(neededBy))
  }
  for (const name of direct) linkCommands(app, name)
}

/** Returns the packages that a package loads. */
function neededBy(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readManifest(folder)
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Returns the folders of the packages that only this package loads, in its own `node_modules`. */
function nestedIn(folder: string): string[] {
  const nested = join(folder, "node_modules")
  if (!existsSync(nested)) return []
  return readdirSync(nested)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(nested, name)).map((inner) => join(name, inner)) : [name],
    )
    .map((name) => join(nested, name))
    .filter((inner) => existsSync(join(inner, "package.json")))
}

function findFolder(name: string, { latchkit, apps = [] }: Source): string | undefined {
  if (name === "latchkit") return latchkit
  const places = [...apps.map((app) => join(ROOT, "e2e/apps", app)), ROOT]
  return places.map((place) => join(place, "node_modules", name)).find((folder) => existsSync(folder))
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isFile()) linkFile(source, target)
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // another disk, or a system without hard links
  }
}

function linkCommands(app: string, name: string): void {
  const folder = join(app, "node_modules", name)
  if (!existsSync(folder)) return
  const { bin } = readManifest(folder)
  const commands = typeof bin === "string" ? { [basename(name)]: bin } : (bin ?? {})
  mkdirSync(join(app, "node_modules/.bin"), { recursive: true })
  for (const [command, file] of Object.entries(commands)) {
    const link = join(app, "node_modules/.bin", command)
    if (existsSync(link)) continue
    symlinkSync(join("..", name, file), link)
    if (name === "latchkit") chmodSync(join(folder, file), 0o755) // as npm does
  }
}
