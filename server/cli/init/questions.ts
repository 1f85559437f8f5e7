import { VERSION } from "../../adapters/sql/versions.ts"
import type { Parsed } from "../command.ts"
import { frameworkNamed, missingNodeTypes, type Project } from "../project.ts"
import { findProvider } from "./catalogue.ts"
import {
  d1Binding,
  D1_FRAMEWORKS,
  DATABASES,
  FACTS,
  FRAMEWORKS,
  PACKAGE_MANAGERS,
  type Choices,
  type Database,
  type FrameworkName,
} from "./choices.ts"
import type { OwnDatabase } from "./own-database.ts"

/** The arguments of `latchkit init`. */
export const ARGS = {
  allowNegative: true,
  options: {
    framework: { type: "string" },
    "package-manager": { type: "string" },
    providers: { type: "string" },
    database: { type: "string" },
    users: { type: "string" },
    passwords: { type: "boolean" },
    "site-name": { type: "string" },
    install: { type: "boolean" },
    overwrite: { type: "boolean" },
    yes: { type: "boolean", short: "y" },
    "dry-run": { type: "boolean" },
  },
} as const

/** The flags of `latchkit init`, as parsed. */
export type Flags = Parsed<typeof ARGS>["values"]
/** Asks a question. Missing if the defaults apply. */
type Ask = ((question: string) => Promise<string>) | undefined

/** Facts about the app. */
export interface FoundApp {
  project: Project
  /** The databases that it has already. */
  found: readonly OwnDatabase[]
}

/** Returns what the flags say, or the developer, or the defaults. @throws {Error} if two choices don't fit */
export async function chooseWith(flags: Flags, { project, found }: FoundApp, ask: Ask): Promise<Choices> {
  const framework =
    flags.framework === undefined
      ? (project.framework ?? frameworkNamed(await answer(ask, `Framework (${FRAMEWORKS.join(", ")})`, "")))
      : frameworkNamed(flags.framework)
  const passwords = flags.passwords ?? /^y/i.test(await answer(ask, "Sign up with email and password? (Y/n)", "y"))
  const canHaveD1 = D1_FRAMEWORKS.includes(framework) && (framework !== "next" || project.packages.has(OPEN_NEXT))
  const usable = found.filter((database) => {
    if (d1Binding({ framework, own: database }) !== undefined) return canHaveD1
    return framework !== "workers" && database.tool !== "d1" && database.client !== undefined
  })
  const usual = usable[0]?.tool ?? (!passwords ? "none" : framework === "workers" ? "d1" : "sqlite")
  const database = databaseNamed(flags.database ?? (await answer(ask, `Database (${DATABASES.join(", ")})`, usual)))
  const own = usable.find(({ tool }) => tool === database)
  if (isOwn(database) && !own) throw new Error(missingDatabase(database, framework))
  if (
    framework === "workers" &&
    database !== "d1" &&
    database !== "none" &&
    !d1Binding({ framework, ...(own && { own }) })
  )
    throw new Error(
      `--database is ${database}, but init writes D1 for Workers. Write the configuration by hand: ${D1_PAGE}`,
    )
  if (passwords && database === "none")
    throw new Error(
      `Passwords need a database. Choose --database ${framework === "workers" ? "d1" : "sqlite, postgres or mysql"}, or pass --no-passwords`,
    )
  const names = flags.providers ?? (await answer(ask, "Providers, such as github, google (none)", ""))
  const ids = names.split(/[\s,]+/).filter(Boolean)
  const providers = await Promise.all(ids.map(findProvider))
  if (!passwords && providers.length === 0)
    throw new Error("No sign-in method. Choose passwords, or a provider with --providers github")
  return {
    framework,
    usesHono: project.packages.has("hono"),
    packageManager: managerNamed(flags["package-manager"]) ?? project.packageManager,
    database,
    ...(own && { own }),
    passwords,
    providers,
    siteName: flags["site-name"] ?? (await answer(ask, "Site name", project.siteName)),
  }
}

/** Asks a question. Returns the reply, or the fallback if it is empty or there are no questions. */
export async function answer(ask: Ask, question: string, fallback: string): Promise<string> {
  const isShown = fallback !== "" && !question.endsWith("(Y/n)") // its capital says the default
  const reply = await ask?.(`${question}${isShown ? ` [${fallback}]` : ""}: `)
  return reply === undefined || reply === "" ? fallback : reply
}

const isOwn = (database: Database): database is OwnDatabase["tool"] => database in LACKING

/** The files that each tool needs. */
const LACKING = {
  drizzle: "`drizzle.config.ts` with `schema`, and a module such as `export const db = drizzle(…)`",
  prisma:
    "`prisma/schema.prisma` or `prisma.config.ts`, and a module such as `export const prisma = new PrismaClient(…)`",
  d1: "`d1_databases` with a binding in `wrangler.jsonc`, or in an app of Next `@opennextjs/cloudflare`",
} as const

function missingDatabase(database: OwnDatabase["tool"], framework: FrameworkName): string {
  if (database === "d1" && !D1_FRAMEWORKS.includes(framework))
    return `init writes D1 for ${D1_FRAMEWORKS.join(", ")}, and the framework is ${framework}. Write the configuration by hand: ${D1_PAGE}`
  return `--database is ${database}, but the app lacks ${LACKING[database]}. Add it, or choose another database`
}

/** Without it, an app of Next has no bindings. */
const OPEN_NEXT = "@opennextjs/cloudflare"
const D1_PAGE = "https://github.com/latchkit/latchkit/blob/main/stories/docs/database.mdx#cloudflare-d1"

function databaseNamed(name: string): Database {
  const database = DATABASES.find((one) => one === name)
  if (database) return database
  throw new Error(`--database is ${JSON.stringify(name)}. Use one of ${DATABASES.join(", ")}`)
}

function managerNamed(name: string | undefined): Choices["packageManager"] | undefined {
  if (name === undefined) return undefined
  const manager = PACKAGE_MANAGERS.find((one) => one === name)
  if (manager) return manager
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

const DRIVERS: Readonly<Record<Database, readonly string[]>> = {
  sqlite: ["kysely"],
  postgres: ["kysely", "pg"],
  mysql: ["kysely", "mysql2"],
  drizzle: [],
  prisma: [],
  d1: ["kysely"],
  none: [],
}

/** Returns the packages that the chosen files and their types need, without those that the app has. */
export function missingPackages(choices: Choices, project: Project): MissingPackages {
  const { packages } = project
  const needed = [
    "latchkit",
    ...DRIVERS[choices.database],
    ...(choices.passwords && d1Binding(choices) === undefined ? ["nodemailer"] : []),
    ...(FACTS[choices.framework].packages ?? []),
  ]
  const lacks = (name: string) => !packages.has(name)
  const types = ["express", "pg"].filter((name) => needed.includes(name)).map((name) => `@types/${name}`)
  const nodeTypes = choices.database === "none" ? undefined : missingNodeTypes(project) // of `node:sqlite` and `process`
  return {
    dependencies: needed.filter(lacks).map((name) => (name === "latchkit" ? ownPackage() : name)),
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
