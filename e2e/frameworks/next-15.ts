// Assembles the Next app for Next 15. Files of e2e/apps/next-15 replace the app's files. The package is installed beside them
// as npm would do it, because its imports of `next` must resolve to the same copy.
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assemble } from "./assemble.ts"

process.chdir(join(import.meta.dirname, "../.."))
const into = "e2e/apps/next-15/.site"
assemble({ from: "next", into, over: "e2e/apps/next-15", without: ["proxy.ts"] })
const installed = join(into, "node_modules/latchkit")
rmSync(installed, { recursive: true, force: true })
for (const part of ["package.json", "dist"]) cpSync(part, join(installed, part), { recursive: true })
