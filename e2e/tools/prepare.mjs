// Gets what the steps need and is not there: packages, a browser, database servers. Runs on whatever Node npm runs on.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..")
export const inRoot = (...parts) => join(root, ...parts)

/** Something is missing that only a person can get; the message is the one sentence that says what. */
export class Missing extends Error {}

/** The environment of every step: the programs that the lockfile names come first, Node among them. */
export function environment(more = {}) {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...more }
}

/** Whether what npm last installed is what package-lock.json asks for; packages for other platforms may be absent. */
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

export function ensurePackages() {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Missing(`This is Node ${process.versions.node}; install Node 20 or later and run the command again.`)
  }
  if (installed()) return
  console.log("Installing the packages of package-lock.json …")
  // Said aloud because NODE_ENV=production leaves the tools out
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

function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
}

function aptInstall(packages) {
  if (!isRootOnDebian()) return
  console.log(`Installing ${packages.join(" and ")} …`)
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  spawnSync("apt-get", ["update"], quiet)
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], quiet)
}

// Some systems have a stub in the browser's place that only says where to get one
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

/** The one that LATCHKIT_CHROMIUM names, the system's, Playwright's own, or one that can be had. */
function browser() {
  const named = process.env.LATCHKIT_CHROMIUM
  if (named && !existsSync(named)) throw new Missing(`LATCHKIT_CHROMIUM is ${named}, and there is no such file.`)
  const found = named || systemBrowser() || playwrightBrowser() || downloadBrowser()
  if (found) return found
  aptInstall(["chromium"])
  const last = systemBrowser()
  if (last) return last
  throw new Missing("There is no browser: install Chromium or Chrome, or name one in LATCHKIT_CHROMIUM.")
}

// Chromium without windows draws the same in half the time; where it cannot be had, the browser itself draws
function headlessShell() {
  const { LATCHKIT_HEADLESS_SHELL: named, LATCHKIT_CHROMIUM: instead } = process.env
  if (named || instead) return named || instead
  const found = systemBrowser([SHELL])
  if (!found) aptInstall([SHELL])
  return found ?? systemBrowser([SHELL])
}

export function ensureBrowser() {
  const shell = headlessShell()
  process.env.LATCHKIT_CHROMIUM = browser()
  process.env.LATCHKIT_HEADLESS_SHELL = shell ?? process.env.LATCHKIT_CHROMIUM
}

/** PostgreSQL comes with the packages. */
export function ensureDatabases() {
  ensureServers({ "mariadb-server": ["mariadbd", "mysqld"], "redis-server": ["redis-server", "valkey-server"] })
}

/** The proxy that the service must work behind. */
export function ensureProxy() {
  ensureServers({ nginx: ["nginx"] })
}

// Package → what it may be called. The absence of one is a failure where CI is set, and a counted skip elsewhere
function ensureServers(servers) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
  const isThere = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const missing = Object.keys(servers).filter((name) => !servers[name].some(isThere))
  if (missing.length > 0) aptInstall(missing)
}
