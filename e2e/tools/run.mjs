// Runs `npm start`, `npm test` and `npm run check` on whatever Node npm itself runs on, with nothing installed yet.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "../..")
const cache = join(root, ".cache")
const inRoot = (...parts) => join(root, ...parts)

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The environment of every step: the Node that the lockfile names comes first. */
function environment(more = {}) {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...more }
}

function install() {
  const lock = createHash("sha256").update(readFileSync(inRoot("package-lock.json"))).digest("hex")
  const stamp = inRoot("node_modules/.latchkit-lock")
  const installed = existsSync(stamp) && readFileSync(stamp, "utf8") === lock
  if (installed) return
  console.log("Installing the packages of package-lock.json …")
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) fail(`\`npm ci\` failed${error ? `: ${error.message}` : ""}; the packages could not be installed.`)
  writeFileSync(stamp, lock)
}

/** A browser: the one that LATCHKIT_CHROMIUM names, the system's, Playwright's own, or one that can be had. */
function findBrowser() {
  const named = process.env.LATCHKIT_CHROMIUM
  if (named && !existsSync(named)) fail(`LATCHKIT_CHROMIUM is ${named}, and there is no such file.`)
  return named ?? systemBrowser() ?? playwrightBrowser()
}

function systemBrowser() {
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/Applications/Google Chrome.app/Contents/MacOS"]
  const candidates = folders.flatMap((folder) => [...names, "Google Chrome"].map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path))
}

function playwrightBrowser() {
  const script = "console.log(require('playwright').chromium.executablePath())"
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" })
  const path = stdout?.trim()
  return path && existsSync(path) ? path : undefined
}

function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  console.log("Installing a browser …")
  spawnSync("npx", ["playwright", "install", "chromium"], { cwd: root, stdio: "ignore", env: environment(), timeout: 300_000 })
  const downloaded = findBrowser()
  if (downloaded) return downloaded
  aptInstall(["chromium"])
  return (
    findBrowser() ??
    fail("No browser: install Chromium or Chrome, or name one in LATCHKIT_CHROMIUM, and run the command again.")
  )
}

function aptInstall(packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  spawnSync("apt-get", ["update"], quiet)
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], quiet)
}

/** Database servers for the tests that need real ones; their absence is a failure in CI and a counted skip elsewhere. */
function ensureDatabases() {
  const servers = { "redis-server": "redis-server", mariadbd: "mariadb-server" }
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  const missing = Object.keys(servers).filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(" and ")} …`)
  aptInstall(missing.map((name) => servers[name]))
}

/** Runs one command to its end and prints a line; its output only when it fails. */
function step({ name, command, args, env, report }) {
  const start = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: environment(env), stdio: ["ignore", "pipe", "pipe"] })
    const output = []
    child.stdout.on("data", (chunk) => output.push(chunk))
    child.stderr.on("data", (chunk) => output.push(chunk))
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on("close", (status) => {
      const counts = report?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
      if (status !== 0 && counts.failed === 0) counts.failed = 1
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`)
      if (status !== 0) console.log(Buffer.concat(output).toString())
      resolve(counts)
    })
  })
}

function readReport(file, read) {
  return () => {
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
    return read(JSON.parse(readFileSync(file, "utf8")))
  }
}

const vitestReport = (file) =>
  readReport(file, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }))

const playwrightReport = (file) =>
  readReport(file, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }))

const unitFile = join(cache, "unit.json")
const browserFile = join(cache, "browser.json")

const checks = [
  { name: "types", command: "tsc", args: ["-p", "tsconfig.json"] },
  { name: "svelte types", command: "svelte-check", args: ["--tsconfig", inRoot("tsconfig.json"), "--workspace", "components/svelte", "--threshold", "error"], when: () => existsSync(inRoot("components/svelte/index.ts")) },
  { name: "lint", command: "eslint", args: ["-c", ".eslint.config.js", "--cache", "--cache-location", ".cache/eslint", "client", "components", "server", "e2e"] },
  { name: "format", command: "prettier", args: ["--check", "--log-level", "warn", "--cache", "--cache-location", ".cache/prettier", "client", "components", "server", "stories", "e2e", "vite.config.ts", "--ignore-path", ".prettierignore"] },
  {
    name: "structure and unit tests",
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitFile}`],
    report: vitestReport(unitFile),
    before: ensureDatabases,
  },
]

const build = { name: "build", command: "node", args: ["e2e/tools/build.mjs"] }
const buildDemo = { name: "demo build", command: "vite", args: ["build", "-c", "e2e/apps/demo/vite.config.ts", "e2e/apps/demo", "--logLevel", "warn"] }

const whole = [
  ...checks,
  build,
  { name: "size", command: "size-limit", args: ["--silent"], when: () => existsSync(inRoot(".size-limit.json")) },
  { name: "package (publint)", command: "publint", args: ["--strict"] },
  { name: "package (attw)", command: "node", args: ["e2e/tools/attw.mjs"] },
  { name: "package without React", command: "node", args: ["e2e/tools/without-react.mjs"] },
  buildDemo,
  {
    name: "browser tests",
    command: "playwright",
    args: ["test", "-c", "e2e/playwright.config.ts", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile },
    report: playwrightReport(browserFile),
    before: () => {
      process.env.LATCHKIT_CHROMIUM = ensureBrowser()
    },
  },
]

async function runAll(steps) {
  mkdirSync(cache, { recursive: true })
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const one of steps) {
    if (one.when && !one.when()) continue
    one.before?.()
    rmSync(one.name === "browser tests" ? browserFile : unitFile, { force: true })
    const counts = await step(one)
    for (const key of Object.keys(sum)) sum[key] += counts[key]
    if (one === build && counts.failed > 0) break // nothing behind it would mean anything
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""
  console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

async function start() {
  mkdirSync(cache, { recursive: true })
  for (const one of [build, buildDemo]) {
    const { failed } = await step(one)
    if (failed > 0) fail("The build failed; the lines above say why.")
  }
  const demo = spawn(inRoot("node_modules/.bin/node"), ["e2e/apps/demo/serve.ts"], { cwd: root, env: environment(), stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => demo.kill(signal))
  demo.on("close", (status) => process.exit(status ?? 0))
}

const [task] = process.argv.slice(2)
install()
if (task === "start") await start()
else if (task === "check") await runAll(checks)
else if (task === "test") await runAll(whole)
else fail(`The task is ${task}; start, test and check are known.`)
