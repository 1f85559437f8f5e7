// Builds or serves the documentation's site: `npm run docs`, `npm run docs:dev`. Installs its packages when they are missing
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, watch } from "node:fs"
import { join } from "node:path"
import { clearPages, writePages } from "./write.ts"

const HERE = import.meta.dirname
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" }

function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd: HERE, env, stdio: "inherit" })
  if (error) throw error
  return status ?? 1
}

/** The site has packages of its own, because they are heavy: nobody else has to install them. */
function install() {
  const read = (file) => JSON.parse(readFileSync(join(HERE, file), "utf8")).packages
  const there = existsSync(join(HERE, "node_modules/.package-lock.json")) ? read("node_modules/.package-lock.json") : {}
  const wanted = Object.entries(read("package-lock.json")).filter(([path, { optional }]) => path !== "" && !optional)
  if (wanted.every(([path, { version }]) => there[path]?.version === version)) return
  console.log("Installing the packages of the documentation's site …")
  if (run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error") !== 0) process.exit(1)
}

const ASTRO = join(HERE, "node_modules/.bin/astro")

install()
clearPages()
writePages()
if (process.argv[2] === "dev") {
  const isPage = (file) => /^(api\/)?[\w-]+\.mdx?$/.test(file ?? "")
  watch(join(HERE, ".."), { recursive: true }, (_, file) => isPage(file) && writePages())
  const server = spawn(ASTRO, ["dev"], { cwd: HERE, env, stdio: "inherit" })
  server.on("close", (status) => process.exit(status ?? 0))
} else {
  process.exitCode = run(ASTRO, "build", "--silent")
}
