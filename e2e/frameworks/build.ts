// Builds the named apps, or all, two in parallel. Skips an app if its inputs haven't changed.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { isLong } from "../../server/test-kit/long.ts"
import { installPackages } from "../apps/packages.ts"
import { filesIn } from "./assemble.ts"
import { FORM_POST_PORTS, FRAMEWORKS, type Framework } from "./frameworks.ts"

const FORM_POST_ORIGINS = FORM_POST_PORTS.map((port) => `http://localhost:${port}`).join()

/** Returns a hash of the app's files, the shared site and the built package. */
function inputs({ folder, like = folder }: Framework): string {
  const folders = ["e2e/frameworks/site", ...new Set([folder, like].map((name) => `e2e/apps/${name}`))]
  const files = folders.flatMap((inner) => filesIn(inner).map((file) => `${inner}/${file}`))
  const hash = createHash("sha256").update(readFileSync(".cache/build-stamp"))
  hash.update(`${FORM_POST_ORIGINS} ${isLong}`) // the long run minifies
  for (const file of [...files, "package-lock.json"]) hash.update(file).update("\0").update(readFileSync(file))
  return hash.digest("hex")
}

async function build(framework: Framework): Promise<boolean> {
  const { folder, output, ownPackages } = framework
  if (output === undefined) return true
  const stamp = `.cache/app-${folder}`
  const now = inputs(framework)
  if (existsSync(`e2e/apps/${folder}/${output}`) && existsSync(stamp) && readFileSync(stamp, "utf8") === now)
    return true
  if (ownPackages) installPackages(folder)
  const building = spawn("sh", ["-c", "npm run build 2>&1"], {
    cwd: `e2e/apps/${folder}`,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, FORM_POST_ORIGINS },
  })
  const [said, [status]] = await Promise.all([text(building.stdout), once(building, "exit")])
  process.stdout.write(said)
  if (status === 0) writeFileSync(stamp, now)
  return status === 0
}

const wanted = process.argv.slice(2)
const chosen = FRAMEWORKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const waiting = chosen.values()
const results: boolean[] = []
async function buildRest(): Promise<void> {
  for (const framework of waiting) results.push(await build(framework))
}
await Promise.all([buildRest(), buildRest()])
process.exitCode = results.every(Boolean) ? 0 : 1
