import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { installPackages, packLatchkit } from "../first-hour/packages.ts"

const ROOT = join(import.meta.dirname, "../..")
const APPS = join(import.meta.dirname, "development")
const ROUNDS = 5

/** The size of a package with all packages that it needs. */
export interface InstallSize {
  packages: number
  bytes: number
}

/** Returns what each package adds to an empty folder. Optional packages are left out, as npm does. */
export async function installSizes(names: readonly string[]): Promise<Map<string, InstallSize>> {
  const latchkit = await packLatchkit()
  const sizes = new Map(names.map((name) => [name, installSize(name, latchkit)]))
  rmSync(dirname(latchkit), { recursive: true })
  return sizes
}

function installSize(name: string, latchkit: string): InstallSize {
  const app = mkdtempSync(join(tmpdir(), "latchkit-install-"))
  installPackages(app, [name], { latchkit })
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).map((file) => join(app, file))
  const packages = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file)).length
  const bytes = files.map((file) => statSync(file)).reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  rmSync(app, { recursive: true })
  return { packages, bytes }
}

/** The cost of an app, as the compiler reports it. Only `megabytes` and `seconds` depend on the machine. */
export interface TypeCheck {
  types: number
  instantiations: number
  megabytes: number
  seconds: number
}

/**
 * Type-checks each app of the folder `development` in turns. Returns the fastest run of each, because other work on the
 * machine only makes it slower.
 */
export function typeChecks(names: readonly string[]): Map<string, TypeCheck> {
  const fastest = new Map<string, TypeCheck>()
  for (const name of Array.from({ length: ROUNDS }, () => names).flat()) {
    const [run, best] = [typeCheck(name), fastest.get(name)]
    if (!best || run.seconds < best.seconds) fastest.set(name, run)
  }
  return fastest
}

// As a new app sets the compiler, with every strict rule
const FLAGS =
  "--noEmit --ignoreConfig --extendedDiagnostics --skipLibCheck --strict --jsx react-jsx --module esnext --moduleResolution bundler --allowImportingTsExtensions --target es2023 --types node,react"

function typeCheck(name: string): TypeCheck {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc")
  const args = [compiler, ...FLAGS.split(" "), join(APPS, `${name}.tsx`)]
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }) // throws on a type error
  const value = (label: string) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(output)?.[1])
  return {
    types: value("Types"),
    instantiations: value("Instantiations"),
    megabytes: value("Memory used") / 1024,
    seconds: value("Total time"),
  }
}
