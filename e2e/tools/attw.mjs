// Runs "Are the types wrong?" on the packed package, for every public import that has types.
import { execFileSync, spawnSync } from "node:child_process"
import { closeSync, openSync, readFileSync, rmSync } from "node:fs"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const isTyped = ([entry, target]) => target?.types !== undefined && !entry.includes("*")
const untyped = Object.entries(exports).filter((entry) => !isTyped(entry))
const npm = ["pack", "--json", "--ignore-scripts", "--pack-destination", ".cache"]
const [{ filename }] = JSON.parse(execFileSync("npm", npm, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
const exclude = ["--exclude-entrypoints", ...untyped.map(([entry]) => entry)]
const args = [`.cache/${filename}`, "--profile", "esm-only", "--format", "json", ...exclude]
const report = ".cache/attw.json" // a file, because attw exits before a pipe has taken everything
const output = openSync(report, "w")
spawnSync("node_modules/.bin/attw", args, { stdio: ["ignore", output, "inherit"] })
closeSync(output)
rmSync(`.cache/${filename}`, { force: true })

// The profile ignores these for imports, but not for the sources that a resolution without `exports` finds
const IGNORED = ["node10", "node16-cjs"]
const { problems } = JSON.parse(readFileSync(report, "utf8"))
const found = Object.values(problems)
  .flat()
  .filter(({ resolutionKind, resolutionOption = resolutionKind }) => !IGNORED.includes(resolutionOption))
if (found.length > 0) console.log(JSON.stringify(found, undefined, 2))
process.exit(found.length > 0 ? 1 : 0)
