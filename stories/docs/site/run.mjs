// Builds or serves the documentation's site: `npm run docs`, `npm run docs:dev`. Installs its packages when they are missing.
// `DOCS_VERSIONS=v0.2.0,v0.1.0` also builds the sites of these tags, below the site's base path
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, watch } from "node:fs"
import { join } from "node:path"
import { runScript } from "./run-script.ts"
import { versionOf } from "./versions.ts"
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

/** Builds the site of a tag as that tag does, and puts it into this one. */
function buildVersion(tag) {
  const root = join(HERE, "../../..")
  const at = join(root, ".cache/docs", tag)
  rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  execFileSync("git", ["archive", "--output", join(at, "tag.tar"), tag], { cwd: root })
  execFileSync("tar", ["-xf", join(at, "tag.tar"), "-C", at])
  symlinkSync(join(root, "node_modules"), join(at, "node_modules"))
  const base = process.env.DOCS_BASE ?? "/"
  const more = { DOCS_ROOT: base, DOCS_BASE: `${base}${versionOf(tag)}/`, DOCS_OLD: versionOf(tag) }
  const script = join(at, "stories/docs/site/run.mjs")
  const { status } = spawnSync(process.execPath, [script], { env: { ...env, ...more }, stdio: "inherit" })
  if (status !== 0) throw new Error(`The site of ${tag} could not be built; the lines above say why.`)
  cpSync(join(at, "stories/docs/site/dist"), join(HERE, "dist", versionOf(tag)), { recursive: true })
  rmSync(at, { recursive: true })
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
  process.exitCode = await runScript(ASTRO, ["build", "--silent"], { cwd: HERE, env })
  const tags = process.env.DOCS_OLD ? [] : (process.env.DOCS_VERSIONS ?? "").split(",").filter((tag) => tag !== "")
  if (process.exitCode === 0) for (const tag of tags) buildVersion(tag)
}
