// Installs what the steps need: packages, a browser, database servers. Runs under the same Node as npm.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beginInstall, createInstaller, describeSystem } from "./system-packages.mjs"

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..")
export const inRoot = (...parts) => join(root, ...parts)

/** Thrown if something is missing that only a person can install. The message names it. */
export class Missing extends Error {}

/** Returns the environment of a step. Programs from the lockfile, such as Node, come first in `PATH`. */
export function environment(more = {}) {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...more }
}

/** Returns whether the installed packages match package-lock.json. Packages for other platforms may be absent. */
function installed() {
  const [manifest, bin] = [inRoot("node_modules/.package-lock.json"), inRoot("node_modules/.bin/node")]
  if (!existsSync(manifest) || !existsSync(bin)) return false
  const there = JSON.parse(readFileSync(manifest, "utf8")).packages
  const wanted = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (path === "" || optional || devOptional) return true
    return there[path]?.version === version && there[path]?.link === link
  })
}

/** Throws if this Node can't install the packages. With them comes the Node of package-lock.json, which runs all else. */
export function ensurePackages() {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    const { engines } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"))
    throw new Missing(
      `This is Node ${process.versions.node}, and Latchkit needs ${engines.node}. Install that Node first.`,
    )
  }
  if (installed()) return
  console.log("Installing the packages of package-lock.json …")
  // With NODE_ENV=production, npm would skip the dev dependencies
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"]
  const { status, stderr } = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  })
  if (status === 0 && installed()) return
  console.error(stderr ?? "")
  throw new Missing("`npm ci` could not install the packages; the lines above say why.")
}

const install = createInstaller({ system: describeSystem() })

// Some systems have a stub instead of the browser, which only prints how to install it
function runs(path) {
  return (
    process.platform === "win32" || spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  )
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "Google Chrome"]
const SHELL = "chromium-headless-shell"

function systemBrowser(names = BROWSERS) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/Applications/Google Chrome.app/Contents/MacOS"]
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path) && runs(path))
}

function playwrightBrowser() {
  const script = "console.log(require('playwright').chromium.executablePath())"
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" })
  const path = stdout?.trim()
  return path && existsSync(path) && runs(path) ? path : undefined
}

function downloadBrowser() {
  console.log("Installing a browser …")
  const quiet = { cwd: root, stdio: "ignore", env: environment(), timeout: 300_000 }
  spawnSync(inRoot("node_modules/.bin/playwright"), ["install", "chromium"], quiet)
  return playwrightBrowser()
}

/** Finds a browser: `LATCHKIT_CHROMIUM`, the system's, Playwright's, or a newly installed one. */
function browser() {
  const named = process.env.LATCHKIT_CHROMIUM
  if (named && !existsSync(named)) throw new Missing(`LATCHKIT_CHROMIUM is ${named}, and there is no such file.`)
  const found = named || systemBrowser() || playwrightBrowser() || downloadBrowser()
  if (found) return found
  install(["chromium"], "the browser tests fail")
  const last = systemBrowser()
  if (last) return last
  throw new Missing("There is no browser: install Chromium or Chrome, or name one in LATCHKIT_CHROMIUM.")
}

// The headless shell renders the same in half the time. If it can't be installed, the browser renders
function headlessShell() {
  const { LATCHKIT_HEADLESS_SHELL: named, LATCHKIT_CHROMIUM: instead } = process.env
  if (named || instead) return named || instead
  const found = systemBrowser([SHELL])
  if (!found) install([SHELL], "the browser tests take longer")
  return found ?? systemBrowser([SHELL])
}

export function ensureBrowser() {
  const shell = headlessShell()
  process.env.LATCHKIT_CHROMIUM = browser()
  process.env.LATCHKIT_HEADLESS_SHELL = shell ?? process.env.LATCHKIT_CHROMIUM
}

/** Package → names of its program. */
const DATABASES = {
  "mariadb-server": ["mariadbd", "mysqld"],
  pgbouncer: ["pgbouncer"],
  "redis-server": ["redis-server", "valkey-server"],
}
const PROXY = { nginx: ["nginx"] }
const PROVIDER = { glewlwyd: ["glewlwyd"] }
const CODE_READERS = { argon2: ["argon2"], oathtool: ["oathtool"], "zbar-tools": ["zbarimg"] }

/** Begins to install every package of the system that a whole run needs. Resolves at the end. */
export function beginSystemPackages() {
  const { LATCHKIT_CHROMIUM, LATCHKIT_HEADLESS_SHELL = LATCHKIT_CHROMIUM } = process.env
  const browsers = [
    ...(LATCHKIT_HEADLESS_SHELL || systemBrowser([SHELL]) ? [] : [SHELL]),
    ...(LATCHKIT_CHROMIUM || systemBrowser() ? [] : ["chromium"]),
  ]
  return beginInstall([...browsers, ...missing({ ...DATABASES, ...PROXY, ...PROVIDER, ...CODE_READERS })])
}

/** Installs the database servers, except PostgreSQL, which is an npm package. */
export const ensureDatabases = () => ensureServers(DATABASES)

/** Installs nginx, which the proxy tests need. */
export const ensureProxy = () => ensureServers(PROXY)

/** Installs an OpenID provider that is written in C. */
export const ensureProvider = () => ensureServers(PROVIDER)

/** Installs the programs that check one-time codes, QR codes and password hashes. */
export const ensureCodeReaders = () => ensureServers(CODE_READERS)

// If one is missing, its tests fail if CI is set, and are skipped otherwise
const ensureServers = (servers) => void install(missing(servers))

function missing(servers) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
  const isThere = (name) => folders.some((folder) => existsSync(join(folder, name)))
  return Object.keys(servers).filter((name) => !servers[name].some(isThere))
}
