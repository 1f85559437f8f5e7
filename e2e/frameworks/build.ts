// Builds the apps that are named, or all, and does nothing for one whose inputs are those of the last time.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"
import { FORM_POST_PORTS, FRAMEWORKS, type Framework } from "./frameworks.ts"

const FORM_POST_ORIGINS = FORM_POST_PORTS.map((port) => `http://localhost:${port}`).join()

/** Over the app's files, the shared site and the built package. */
function inputs(folder: string): string {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", `e2e/apps/${folder}`, "e2e/frameworks/site"]
  const files = execFileSync("git", [...list, "package-lock.json"], { encoding: "utf8" })
    .split("\n")
    .filter(existsSync)
  const hash = createHash("sha256").update(readFileSync(".cache/build-stamp")).update(FORM_POST_ORIGINS)
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file))
  return hash.digest("hex")
}

function build({ folder, output }: Framework): boolean {
  if (output === undefined) return true
  const stamp = `.cache/app-${folder}`
  const now = inputs(folder)
  if (existsSync(`e2e/apps/${folder}/${output}`) && existsSync(stamp) && readFileSync(stamp, "utf8") === now)
    return true
  const { status } = spawnSync("npm", ["run", "build", "-w", `e2e/apps/${folder}`], {
    stdio: "inherit",
    env: { ...process.env, FORM_POST_ORIGINS },
  })
  if (status === 0) writeFileSync(stamp, now)
  return status === 0
}

const wanted = process.argv.slice(2)
const chosen = FRAMEWORKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
process.exitCode = chosen.map(build).every(Boolean) ? 0 : 1
