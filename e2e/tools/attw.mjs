// Runs "Are the types wrong?" on the packed package, for every public import that has types.
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const isTyped = ([entry, target]) => target?.types !== undefined && !entry.includes("*")
const untyped = Object.entries(exports).filter((entry) => !isTyped(entry))
const npm = ["pack", "--json", "--ignore-scripts", "--pack-destination", ".cache"]
const [{ filename }] = JSON.parse(execFileSync("npm", npm, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
const exclude = ["--exclude-entrypoints", ...untyped.map(([entry]) => entry)]
const args = [`.cache/${filename}`, "--profile", "esm-only", ...exclude]
const { status, stdout, stderr } = spawnSync("node_modules/.bin/attw", args, { encoding: "utf8" })
rmSync(`.cache/${filename}`, { force: true })
if (status !== 0) console.log(stdout, stderr)
process.exit(status ?? 1)
