// Assembles the Next app for a path below the origin. It has a page more.
import { join } from "node:path"
import { assemble } from "./assemble.ts"

process.chdir(join(import.meta.dirname, "../.."))
assemble({ from: "next", into: "e2e/apps/next-sub-path/.site", over: "e2e/apps/next-sub-path" })
