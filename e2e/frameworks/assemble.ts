import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { repositoryFiles } from "../tools/repository-files.ts"

/** The parts of an app. */
export interface Assembly {
  /** The folder in `e2e/apps/` with the app's files. */
  from: string
  /** The target folder. It gets `apps/<from>` and a copy of the shared site, with the same relative paths. */
  into: string
  /** A folder whose files replace the app's. */
  over: string
  /** Files to skip. */
  without?: readonly string[]
}

/** Returns the paths of a folder's files, except for files that git ignores. */
export function filesIn(folder: string): string[] {
  const start = `${folder}/`
  return repositoryFiles().flatMap((file) => (file.startsWith(start) ? [file.slice(start.length)] : []))
}

/** Assembles an app from its files and its replacements. Returns its folder. */
export function assemble({ from, into, over, without = [] }: Assembly): string {
  const app = join(into, "apps", from)
  rmSync(join(into, "apps"), { recursive: true, force: true })
  rmSync(join(into, "frameworks"), { recursive: true, force: true })
  copy("e2e/frameworks/site", join(into, "frameworks/site"))
  copy(join("e2e/apps", from), app, without)
  copy(over, app, ["package.json"])
  return app
}

function copy(from: string, to: string, without: readonly string[] = []): void {
  for (const file of filesIn(from)) {
    if (!without.includes(file)) cpSync(join(from, file), join(to, file))
  }
}
