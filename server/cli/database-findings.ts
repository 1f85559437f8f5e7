import { warning, type Finding } from "../core/config/finding.ts"
import type { Settings } from "../core/config/settings.ts"
import { createPasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { installCommand } from "./init/questions.ts"
import type { Project } from "./project.ts"

interface Database {
  url: string
  prefix: string | undefined
  project: Project
}

/** Checks the database itself. Query builder and drivers are optional packages, so their module is loaded here. */
export async function databaseFindings(
  settings: Settings,
  { url, prefix, project }: Database,
): Promise<readonly Finding[]> {
  const missing = await missingPackages(url)
  if (missing.length > 0) {
    const command = installCommand(project, { dependencies: [], devDependencies: missing })
    return [warning(`The database isn't checked: \`--url\` needs ${missing.join(" and ")}. Run \`${command}\`.`)]
  }
  const hasher = settings.passwords?.hasher ?? createPasswordHasher()
  const { storedFindings } = await import("./stored-findings.ts")
  return storedFindings({ url, prefix, settings, hasher })
}

/** Returns the packages that reading this database needs, and that aren't installed. */
async function missingPackages(url: string): Promise<string[]> {
  const needed = ["kysely", ...(/^postgres/i.test(url) ? ["pg"] : /^(?:mysql|mariadb):/i.test(url) ? ["mysql2"] : [])]
  const missing = await Promise.all(needed.map(async (name) => ((await isInstalled(name)) ? [] : [name])))
  return missing.flat()
}

const isInstalled = (name: string): Promise<boolean> =>
  import(name).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ERR_MODULE_NOT_FOUND",
  )
