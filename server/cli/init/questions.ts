import { parseArgs } from "node:util"
import { VERSION } from "../../adapters/sql/versions.ts"
import { frameworkNamed, missingNodeTypes, type Project } from "../project.ts"
import { findProvider } from "./catalogue.ts"
import { DATABASES, FACTS, FRAMEWORKS, PACKAGE_MANAGERS, type Choices, type Database } from "./choices.ts"

/** The flags of `latchkit init`. */
export function parseFlags(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowNegative: true,
    options: {
      framework: { type: "string" },
      "package-manager": { type: "string" },
      providers: { type: "string" },
      database: { type: "string" },
      passwords: { type: "boolean" },
      "site-name": { type: "string" },
      install: { type: "boolean" },
      overwrite: { type: "boolean" },
      yes: { type: "boolean", short: "y" },
      "dry-run": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  }).values
}

/** The flags of `latchkit init`, as parsed. */
export type Flags = ReturnType<typeof parseFlags>
/** Asks a question. Missing if the defaults apply. */
type Ask = ((question: string) => Promise<string>) | undefined

/** Returns what the flags say, or the developer, or the defaults. @throws {Error} if two choices don't fit */
export async function chooseWith(flags: Flags, project: Project, ask: Ask): Promise<Choices> {
  const framework =
    flags.framework === undefined
      ? (project.framework ?? frameworkNamed(await answer(ask, `Framework (${FRAMEWORKS.join(", ")})`, "")))
      : frameworkNamed(flags.framework)
  const passwords = flags.passwords ?? /^y/i.test(await answer(ask, "Sign up with email and password? (Y/n)", "y"))
  const database = databaseNamed(
    flags.database ?? (await answer(ask, `Database (${DATABASES.join(", ")})`, passwords ? "sqlite" : "none")),
  )
  if (passwords && database === "none")
    throw new Error("Passwords need a database. Choose --database sqlite, postgres or mysql, or pass --no-passwords")
  const names = flags.providers ?? (await answer(ask, "Providers, such as github, google (none)", ""))
  const providers = await Promise.all(names.split(/[\s,]+/).filter(Boolean).map(findProvider)) // prettier-ignore
  if (!passwords && providers.length === 0)
    throw new Error("No sign-in method. Choose passwords, or a provider with --providers github")
  return {
    framework,
    packageManager: managerNamed(flags["package-manager"]) ?? project.packageManager,
    database,
    passwords,
    providers,
    siteName: flags["site-name"] ?? (await answer(ask, "Site name", project.siteName)),
  }
}

async function answer(ask: Ask, question: string, fallback: string): Promise<string> {
  const given = await ask?.(`${question}${fallback === "" ? "" : ` [${fallback}]`}: `)
  return given === undefined || given === "" ? fallback : given
}

function databaseNamed(name: string): Database {
  const found = DATABASES.find((database) => database === name)
  if (found) return found
  throw new Error(`--database is ${JSON.stringify(name)}. Use one of ${DATABASES.join(", ")}`)
}

function managerNamed(name: string | undefined): Choices["packageManager"] | undefined {
  if (name === undefined) return undefined
  const found = PACKAGE_MANAGERS.find((manager) => manager === name)
  if (found) return found
  throw new Error(`--package-manager is ${JSON.stringify(name)}. Use one of ${PACKAGE_MANAGERS.join(", ")}`)
}

/** The packages that the app lacks. */
export interface MissingPackages {
  dependencies: readonly string[]
  /** The types of the others, for an app of TypeScript. */
  devDependencies: readonly string[]
}

/** Returns this package as a package manager installs it. A test build, such as `latchkit@next`, installs itself. */
export const ownPackage = (version = VERSION): string => (version.includes("-") ? `latchkit@${version}` : "latchkit")

/** Returns the packages that the chosen files and their types need, without those that the app has. */
export function missingPackages(choices: Choices, project: Project): MissingPackages {
  const { packages } = project
  const drivers = { sqlite: ["kysely"], postgres: ["kysely", "pg"], mysql: ["kysely", "mysql2"], none: [] } as const
  const served = choices.framework.startsWith("express") ? ["express"] : []
  const wanted = ["latchkit", ...drivers[choices.database], ...(choices.passwords ? ["nodemailer"] : []), ...served]
  const lacks = (name: string) => !packages.has(name)
  const types = ["express", "pg"].filter((name) => wanted.includes(name)).map((name) => `@types/${name}`)
  const nodeTypes = choices.database === "none" ? undefined : missingNodeTypes(project) // of `node:sqlite` and `process`
  return {
    dependencies: wanted.filter(lacks).map((name) => (name === "latchkit" ? ownPackage() : name)),
    devDependencies: packages.has("typescript") ? [...types.filter(lacks), ...(nodeTypes ? [nodeTypes] : [])] : [],
  }
}

/** Returns the command that installs packages, or `undefined` if none is missing. */
export function installCommand(
  { packageManager }: Pick<Choices, "packageManager">,
  { dependencies, devDependencies }: MissingPackages,
): string | undefined {
  const add = `${packageManager} ${packageManager === "npm" ? "install" : "add"}`
  const commands = [
    ...(dependencies.length > 0 ? [`${add} ${dependencies.join(" ")}`] : []),
    ...(devDependencies.length > 0 ? [`${add} -D ${devDependencies.join(" ")}`] : []),
  ]
  return commands.length > 0 ? commands.join(" && ") : undefined
}

/** Returns the origin in development, and the callback URL of a provider there. */
export const callbackUrl = (framework: Choices["framework"], provider: string): string =>
  `${FACTS[framework].origin}${FACTS[framework].basePath}/callback/${provider}`
