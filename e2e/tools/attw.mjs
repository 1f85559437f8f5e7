// Asks "are the types wrong?" of the packed package, for every public import that has types.
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const untyped = Object.keys(exports).filter((entry) => entry.endsWith(".css") || entry === "./package.json" || entry.includes("*"))
const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", ".cache"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
const args = [`.cache/${filename}`, "--profile", "esm-only", "--exclude-entrypoints", ...untyped, "--", "--quiet"]
const { status, stdout, stderr } = spawnSync("node_modules/.bin/attw", args.slice(0, -2), { encoding: "utf8" })
rmSync(`.cache/${filename}`, { force: true })
if (status !== 0) console.log(stdout, stderr)
process.exit(status ?? 1)
