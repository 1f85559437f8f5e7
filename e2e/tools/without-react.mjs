// Installs the packed package into an empty project, React absent, and uses the service there.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "latchkit-"))
const quiet = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }
const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], quiet))
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${filename}`], { ...quiet, cwd: folder })
writeFileSync(
  join(folder, "use.js"),
  `import { createAuth } from "latchkit/server"
   const credentials = { id: "credentials", name: "Password", type: "credentials", credentials: { name: {} }, authorize: () => null }
   const auth = createAuth({ providers: [credentials], secret: "x".repeat(40) }, { env: { AUTH_URL: "https://app.test/auth" } })
   const get = async (path) => auth.handle(new Request("https://app.test/auth/" + path))
   console.log(JSON.stringify([await (await get("session")).text(), await (await get("signin")).text()]))`,
)
const [session, page] = JSON.parse(execFileSync(process.execPath, ["use.js"], { ...quiet, cwd: folder }))
assert.equal(existsSync(join(folder, "node_modules/react")), false, "React was installed")
assert.equal(session, "null")
assert.match(page, /<h1[\s>]/)
rmSync(folder, { recursive: true, force: true })
