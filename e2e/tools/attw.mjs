// Runs "Are the types wrong?" on the packed package, for every public import that has types.
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { packedPackage } from "./packed.ts"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const isTyped = ([entry, target]) => target?.types !== undefined && !entry.includes("*")
const excludeEntrypoints = Object.entries(exports).flatMap((entry) => (isTyped(entry) ? [] : [entry[0]]))
const latchkit = createPackageFromTarballData(readFileSync(packedPackage()))

// Its own search reads the names of all files, for each of thousands of questions
const folders = new Set()
for (const file of latchkit.listFiles()) {
  for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) folders.add(file.slice(0, end))
}
latchkit.directoryExists = (path) => folders.has(path.replace(/\/$/, ""))

// The package is for ES modules only
const IGNORED = ["node10", "node16-cjs"]
const { problems } = await checkPackage(latchkit, { excludeEntrypoints })
// A problem of an import names how it is resolved, and a problem of a source names the option
const found = problems.filter(
  ({ resolutionKind, resolutionOption = resolutionKind }) => !IGNORED.includes(resolutionOption),
)
if (found.length > 0) console.log(JSON.stringify(found, undefined, 2))
process.exit(found.length > 0 ? 1 : 0)
