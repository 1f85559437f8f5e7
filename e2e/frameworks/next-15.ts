// Puts the Next app together for Next 15: its files, with those of e2e/apps/next-15 on top, beside the package as npm would
// install it, since the package's own imports of `next` must find the same one.
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assemble } from "./assemble.ts"

process.chdir(join(import.meta.dirname, "../.."))
const into = "e2e/apps/next-15/.site"
assemble({ from: "next", into, over: "e2e/apps/next-15", without: ["proxy.ts"] })
const installed = join(into, "node_modules/latchkit")
rmSync(installed, { recursive: true, force: true })
for (const part of ["package.json", "dist"]) cpSync(part, join(installed, part), { recursive: true })
