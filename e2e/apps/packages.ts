import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const CACHE = join(import.meta.dirname, "../../.cache")
const NPM = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]

/**
 * Installs the packages of an app that isn't a workspace, by its lockfile, if they aren't there. Only the long run needs
 * them. Processes may install the same app at once: packages appear in its folder when all of them are there.
 */
export function installPackages(app: string): void {
  const folder = join(import.meta.dirname, app)
  const modules = join(folder, "node_modules")
  const lockfile = readFileSync(join(folder, "package-lock.json"), "utf8")
  if (isInstalled(modules, lockfile)) return
  mkdirSync(CACHE, { recursive: true })
  const at = mkdtempSync(join(CACHE, "packages-"))
  try {
    for (const file of ["package.json", "package-lock.json", ".npmrc"].filter((name) => existsSync(join(folder, name))))
      cpSync(join(folder, file), join(at, file))
    const { status, stderr } = spawnSync("npm", NPM, { cwd: at, encoding: "utf8" })
    if (status !== 0) throw new Error(`The packages of e2e/apps/${app} could not be installed: ${stderr}`)
    writeFileSync(join(at, "node_modules", INSTALLED), lockfile)
    if (isInstalled(modules, lockfile)) return
    if (existsSync(modules)) renameSync(modules, join(at, "outdated"))
    renameSync(join(at, "node_modules"), modules)
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

/** The lockfile that the packages are from. */
const INSTALLED = ".latchkit-lock.json"

function isInstalled(modules: string, lockfile: string): boolean {
  const file = join(modules, INSTALLED)
  return existsSync(file) && readFileSync(file, "utf8") === lockfile
}
