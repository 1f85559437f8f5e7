// Builds the package into dist; does nothing when no input changed since the last time.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const INPUTS = ["client", "components", "server", "e2e/tools", "package.json", "tsconfig.json", "vite.config.ts"]
const STAMP = ".cache/build-stamp"

function* filesIn(path) {
  if (statSync(path).isFile()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
}

function inputHash() {
  const hash = createHash("sha256")
  for (const file of INPUTS.flatMap((input) => [...filesIn(input)])) {
    if (!/\.test(-d)?\.tsx?$/.test(file)) hash.update(file).update("\0").update(readFileSync(file))
  }
  return hash.digest("hex")
}

function run(command, ...args) {
  execFileSync(join("node_modules/.bin", command), args, { stdio: "inherit" })
}

function tsc(project) {
  rmSync(`.cache/${project}.tsbuildinfo`, { force: true })
  run("tsc", "-p", `e2e/tools/tsconfig.${project}.json`)
}

const hash = inputHash()
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash && existsSync("dist")) process.exit(0)

rmSync("dist", { recursive: true, force: true })
mkdirSync(".cache", { recursive: true })
tsc("build")
if (existsSync("components/solid/index.ts")) {
  tsc("solid")
  run("vite", "build", "-c", "e2e/tools/vite.solid.config.ts", "--logLevel", "warn")
}
if (existsSync("components/svelte/index.ts")) {
  run("svelte-package", "-i", "components/svelte", "-o", "dist/components/svelte", "--tsconfig", "tsconfig.json")
}
cpSync("components/auth.css", "dist/components/auth.css")
writeFileSync(STAMP, hash)
