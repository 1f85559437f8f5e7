import { execFileSync } from "node:child_process"
import { cpSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"

/** An app and what it is made of. */
export interface Assembly {
  /** Of `e2e/apps/`: whose files are taken. */
  from: string
  /** Where they go, beside a copy of the shared site, as they stand to each other here: `<into>/apps/<from>`. */
  into: string
  /** A folder whose files come on top. */
  over: string
  /** Files that are left out. */
  without?: readonly string[]
}

/** The files of a folder that git knows or would, by their paths in it. */
export function filesIn(folder: string): string[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--", "."]
  const files = execFileSync("git", list, { cwd: folder, encoding: "utf8" }).split("\n")
  return files.filter((file) => file !== "" && existsSync(join(folder, file)))
}

/** Puts an app together anew, with files of others on top of its own; answers its folder. */
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
