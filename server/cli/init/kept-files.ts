import { join } from "node:path"
import { readText } from "../schema/dialect.ts"
import type { NewFile } from "./choices.ts"

/** The steps that are left in files that stay as they are. */
export interface KeptSteps {
  readonly steps: readonly string[]
  /** The function that the app's page for signed-in users must call, if the page doesn't. */
  readonly missingGuard: string | undefined
}

/** Compares the app's files with those that weren't written. */
export async function keptSteps(cwd: string, files: readonly NewFile[]): Promise<KeptSteps> {
  const pairs = await Promise.all(
    files.map(async (file) => ({ file, existing: (await readText(join(cwd, file.path))).replaceAll("'", '"') })),
  )
  const steps = pairs.flatMap(({ file, existing }) => {
    const line = missingLine(file, existing)
    return line === undefined ? [] : [`${file.path} was kept. Add what Latchkit needs to it, such as: ${line}`]
  })
  const page = pairs.find(({ file, existing }) => file.text.includes('/protected"') && !GUARD.test(existing))
  const guard = page && (GUARD.exec(page.file.text)?.[0] ?? "auth.requireSession")
  return { steps, missingGuard: guard === "requireSession" ? "auth.requireSession" : guard }
}

const GUARD = /\b(?:requireAuth|requireSession)\b/

/** Returns the first code that an existing file lacks, or `undefined` if it has everything. */
function missingLine({ text, needs }: NewFile, existing: string): string | undefined {
  const lines = text.trim().split("\n")
  const imports = lines.filter((line) => /^(?:import|export) .*"[^"]*(?:latchkit\/|\/auth)[^"]*"$/.test(line))
  if (needs === undefined) {
    const [first = ""] = lines
    return (imports.length > 0 ? imports : [first]).find((line) => !hasImport(existing, line))
  }
  const own = imports.find((line) => /\/auth(\.\w+)?"$/.test(line))
  if (own === undefined) return existing.includes(needs.split(",")[0] ?? needs) ? undefined : needs
  return hasImport(existing, own) ? undefined : `${needs} with ${own}`
}

/** Returns whether a text has a line, or imports the same module. The app may import its own by an alias. */
function hasImport(existing: string, line: string): boolean {
  const module = /"([^"]+)"$/.exec(line)?.[1]
  if (module === undefined) return existing.includes(line)
  const own = /^\.+\/(?:.*\/)?(\w+)(?:\.\w+)*$/.exec(module)?.[1]
  return own === undefined ? existing.includes(`"${module}"`) : new RegExp(`/${own}(?:\\.\\w+)*"`).test(existing)
}
