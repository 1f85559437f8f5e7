import { createRequire } from "node:module"
import type { Note } from "./types.ts"

/** Packages of an Auth.js app that must be new enough for Latchkit. */
const CHECKED = ["next", "react", "nodemailer", "@sveltejs/kit", "svelte", "express", "solid-js"]

/** Returns a note for each package of `packageJson` that is older than Latchkit's peer dependency. */
export function outdatedPackages(packageJson: string): Note[] {
  const { dependencies, devDependencies } = JSON.parse(packageJson) as Record<string, Ranges | undefined> // fields of package.json
  const installed = { ...devDependencies, ...dependencies }
  const { peerDependencies } = createRequire(import.meta.url)("latchkit/package.json") as { peerDependencies: Ranges } // Latchkit's own file
  return CHECKED.flatMap((name) => {
    const [range = "", needed = ""] = [installed[name], peerDependencies[name]]
    const found = highestMajor(range)
    if (found === undefined || found >= (highestMajor(needed) ?? 0)) return []
    const line = packageJson.split("\n").findIndex((text) => text.includes(`"${name}"`)) + 1
    return [
      {
        line,
        text: `\`${name}\` is ${range}. Latchkit needs ${needed}: update it first`,
      },
    ]
  })
}

type Ranges = Readonly<Record<string, string | undefined>>

/** Returns the highest major version that a range names. `undefined` for a tag or a path. */
function highestMajor(range: string): number | undefined {
  if (!/^[\^~>=<v\s]*\d/.test(range)) return undefined
  return Math.max(...range.split("||").map((part) => Number(/\d+/.exec(part)?.[0] ?? 0)))
}
