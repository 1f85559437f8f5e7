import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Change, Note } from "./types.ts"

/** Packages of an Auth.js app that must be new enough for Latchkit. */
const CHECKED = ["next", "react", "nodemailer", "@sveltejs/kit", "svelte", "express", "solid-js", "typescript"]

/** Older versions fail with "union type that is too complex" for a list of about 25 providers. */
const TYPESCRIPT = ">=5.4"

/** Returns a note for each package of `packageJson` that is older than Latchkit's peer dependency. */
export function outdatedPackages(packageJson: string, folder: string): Note[] {
  const installed = installedRanges(packageJson)
  const { peerDependencies } = createRequire(import.meta.url)("latchkit/package.json") as { peerDependencies: Ranges } // Latchkit's own file
  const minimum: Ranges = { ...peerDependencies, "@sveltejs/kit": ">=2", typescript: TYPESCRIPT }
  return CHECKED.flatMap((name) => {
    const [range = "", needed = ""] = [
      installed[name] && (installedVersion(folder, name) ?? installed[name]),
      minimum[name],
    ]
    const highest = highestVersion(range)
    if (highest === undefined || highest >= lowestVersion(needed)) return []
    const line = packageJson.split("\n").findIndex((text) => text.includes(`"${name}"`)) + 1
    return [
      {
        line,
        text: `\`${name}\` is ${range}. Latchkit needs ${needed}: update it first`,
      },
    ]
  })
}

/** Returns the versions of all packages in a package.json. */
export function installedRanges(packageJson: string): Ranges {
  const { dependencies, devDependencies } = JSON.parse(packageJson) as Record<string, Ranges | undefined> // fields of package.json
  return { ...devDependencies, ...dependencies }
}

/** The adapters of Auth.js whose tables an adapter of Latchkit can use, and how. */
const ADAPTERS: Readonly<Record<string, string>> = {
  drizzle:
    "run `npx latchkit schema drizzle --out <the module of your tables>`, and use `DrizzleAdapter(db, tables)` of `latchkit/adapters/drizzle`",
  prisma: "run `npx latchkit schema prisma`, and use `PrismaAdapter(prisma)` of `latchkit/adapters/prisma`",
  d1: "run `npx latchkit schema sql --copy-authjs`, and use `SqlAdapter` with `d1Dialect` of `latchkit/adapters/d1`",
  kysely: "run `npx latchkit schema sql`, copy the rows, and use `SqlAdapter(db)` of `latchkit/adapters/sql`",
}

/** Returns the steps that replace the app's adapters of Auth.js. They work meanwhile, so this can wait. */
export function adapterSteps(packageJson: string): string[] {
  return Object.keys(installedRanges(packageJson)).flatMap((name) => {
    const steps = ADAPTERS[/^@(?:next-)?auth\/(\w+)-adapter$/.exec(name)?.[1] ?? ""]
    if (steps === undefined) return []
    return [`Replace ${name} when you no longer roll back. It stores no passwords or second factors: ${steps}`]
  })
}

type Ranges = Readonly<Record<string, string | undefined>>

const toNumber = (major = "0", minor = "0") => Number(major) * 1000 + Number(minor)
const VERSION = /(\d+)(?:\.(\d+))?/

/** Returns the lowest version of Latchkit's own range as a number: 5.4 is 5004. */
const lowestVersion = (range: string) => toNumber(...(VERSION.exec(range)?.slice(1) ?? []))

/** Returns the highest version that a range allows in its own major versions. `undefined` for a tag or a path. */
function highestVersion(range: string): number | undefined {
  if (!/^[\^~>=<v\s]*\d/.test(range)) return undefined
  const versions = range.split("||").map((part) => {
    const [, major, minor] = VERSION.exec(part) ?? []
    return toNumber(major, /[\^>]/.test(part) ? "999" : (minor ?? "999"))
  })
  return Math.max(...versions)
}

/** Returns the version in the app's `node_modules`, which is more exact than the range. */
function installedVersion(folder: string, name: string): string | undefined {
  try {
    const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")
    return (JSON.parse(text) as { version?: string }).version // a field of package.json
  } catch {
    return undefined // not installed yet, or in the folder of a workspace
  }
}

const RESOLUTION = /("moduleResolution"\s*:\s*")([^"]+)(")/
const ES_MODULES = /"module"\s*:\s*"(?:es\w+|preserve)"/i

/**
 * Sets `moduleResolution: "bundler"` in a tsconfig. `node` doesn't find the imports of a package with `exports`,
 * such as `latchkit/next`.
 */
export function withResolution(text: string): Pick<Change, "notes"> & { text: string } {
  const [found = "", , value = ""] = RESOLUTION.exec(text) ?? []
  if (!/^(?:node|node10|classic)$/i.test(value)) return { text, notes: [] }
  if (ES_MODULES.test(text)) return { text: text.replace(RESOLUTION, "$1bundler$3"), notes: [] }
  const line = text.slice(0, text.indexOf(found)).split("\n").length
  const sentence = `\`moduleResolution\` is "${value}", which finds no import of Latchkit. Set \`module\` and \`moduleResolution\` to "nodenext"`
  return { text, notes: [{ line, text: sentence }] }
}
