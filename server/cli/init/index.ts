import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { detectProject, type Project } from "../project.ts"
import { findMigrationTool, type MigrationTool } from "../schema/dialect.ts"
import { createCommand } from "../command.ts"
import { nextSteps, type CommandEnvironment } from "../terminal.ts"
import { appFiles } from "./app-files.ts"
import { authModule } from "./auth-module.ts"
import { findProvider } from "./catalogue.ts"
import { variablePrefix } from "../../providers/variables.ts"
import { FACTS, sqlDialect, type Choices, type FrameworkName } from "./choices.ts"
import { ownAdapterText } from "./adapter-text.ts"
import { findOwnDatabases } from "./own-database.ts"
import { chooseUsers } from "./own-users.ts"
import { answer, callbackUrl, chooseWith, installCommand, missingPackages, ARGS, type Flags } from "./questions.ts"
import type * as Tables from "./tables.ts"
import { keptSteps, type KeptSteps } from "./kept-files.ts"
import { testFile } from "./test-file.ts"
import { appendLines, newSecret, variableLine, writeFiles, type AddedLine } from "./writing.ts"

export const USAGE = `latchkit init [options]

Adds sign-in to an app of Next, SvelteKit, SolidStart, Qwik, React Router, TanStack Start, Astro or Nuxt. Knows the
servers Express, Hono, Fastify, Nest, Cloudflare Workers, Elysia and Deno. Another app of Vite gets an API in Express.
Writes the configuration, the routes, a protected page, .env, the migration and an end-to-end test.
Asks before it replaces a file.

  --framework        next, sveltekit, solid-start, qwik, react-router, tanstack-start, tanstack-start-solid, astro, nuxt,
                     express-vite, express, hono, fastify, nest, workers, elysia or deno. Default: what package.json has.
  --providers        ids of identity providers, such as github,google. Default: none.
  --database         sqlite, postgres, mysql, drizzle, prisma, d1 or none. drizzle, prisma and d1 are the app's own.
                     Default: the app's own, or else sqlite.
  --users            your own users' table, such as db/schema.ts#people, or your Prisma model, such as Person.
                     new is a table of Latchkit's own. Default: a table of people with addresses, if there is one.
  --no-passwords     without accounts with an email address and a password.
  --site-name        the name on pages and in emails. Default: the package's name.
  --package-manager  npm, pnpm, yarn or bun. Default: the lockfile's.
  --yes              takes the defaults instead of asking, and keeps existing files.
  --overwrite        replaces existing files without asking.
  --no-install       installs no packages.
  --dry-run          prints what it would write, and changes nothing.
`

/** Runs `latchkit init`. */
export const initCommand = createCommand({
  usage: USAGE,
  args: ARGS,
  run: ({ values }, environment) => addToApp(values, environment),
})

async function addToApp(flags: Flags, environment: CommandEnvironment): Promise<number> {
  const { terminal, cwd } = environment
  const dryRun = flags["dry-run"] ?? false
  const ask = flags.yes || dryRun ? undefined : environment.ask
  if (!ask && !flags.yes && !dryRun)
    throw new Error("This isn't a terminal, so there are no questions. Pass --yes to take the defaults")
  const project = await detectProject(cwd)
  const chosen = await chooseWith(flags, { project, found: await findOwnDatabases(cwd) }, ask)
  terminal.out(`Latchkit for ${FACTS[chosen.framework].title}\n\n`)
  const choices = await withUsers(chosen, flags, { environment, ask })
  const { framework } = choices
  const folder = sourceFolder(cwd, framework)
  const config = folder + FACTS[framework].config
  const own = choices.own && (await ownAdapterText(choices.own, { cwd, framework, config }))
  const sources = [authModule(choices, own), ...appFiles(choices)]
  const files = [...sources.map((file) => ({ ...file, path: folder + file.path })), testFile(choices)]
  const options = { environment: { ...environment, ask }, dryRun, overwrite: flags.overwrite ?? false }
  const keptPaths = await writeFiles(files, options)
  const keptFiles = await keptSteps(
    cwd,
    files.filter(({ path }) => keptPaths.includes(path)),
  )
  const added = await appendLines(FACTS[choices.framework].envFile, environmentLines(choices), options)
  await appendLines(".gitignore", ignoredLines(choices), options)
  const remaining = dryRun
    ? { install: true, migrate: choices.database !== "sqlite", tables: await listTables(choices, environment) }
    : await finish(choices, { flags, project, environment })
  const isGuessed = flags.database === undefined && !choices.own
  const tool = isGuessed
    ? ((await findMigrationTool(cwd)) ?? (project.packages.has(LIBSQL.name) ? LIBSQL : undefined))
    : undefined
  const written = files.flatMap(({ path }) => (keptPaths.includes(path) ? [] : [path]))
  terminal.out(nextSteps(await stepsFor(choices, { project, keptFiles, written, added, tool, ...remaining })))
  return 0
}

/** Returns where an app of Next has its pages. Next ignores those in `src` if there is a folder `app` outside it. */
function sourceFolder(cwd: string, framework: FrameworkName): "" | "src/" {
  const hasPages = (folder: string) => ["app", "pages"].some((name) => existsSync(join(cwd, folder, name)))
  return framework === "next" && hasPages("src") && !hasPages("") ? "src/" : ""
}

/** Returns the choices with the users' table in the app's own database. */
async function withUsers(
  choices: Choices,
  { users: flag }: Flags,
  { environment, ask }: Pick<CommandEnvironment, "ask"> & { environment: CommandEnvironment },
): Promise<Choices> {
  const { own } = choices
  if (own?.tool === "drizzle" || own?.tool === "prisma") {
    const question = (text: string, fallback: string) => answer(ask, text, fallback)
    return { ...choices, own: await chooseUsers(own, { environment, flag, ask: question }) }
  }
  if (flag === undefined) return choices
  throw new Error(`--users is for a database of Drizzle or Prisma, and the database is ${choices.database}`)
}

/** Prints the tables that would be added. Returns the steps to take next. */
async function listTables(choices: Choices, environment: CommandEnvironment): Promise<readonly string[]> {
  const tables = await loadTables()
  if (choices.own) return tables.addTables(choices.own, environment, { dryRun: true })
  tables.listTables(choices, environment)
  return []
}

/** A client of libSQL, whose adapter `init` doesn't write. */
const LIBSQL = {
  name: "@libsql/client",
  adapter: "SqlAdapter with libsqlDialect",
  commands:
    "npx latchkit migrate. See https://github.com/latchkit/latchkit/blob/main/stories/docs/database.mdx#libsql-and-turso",
} as const

/** Returns the lines of the environment file. Passwords and keys that only the developer has stay empty. */
function environmentLines({ framework, database, providers }: Choices): AddedLine[] {
  const prefixes = providers.flatMap(({ id }) => {
    const prefix = variablePrefix(id)
    return [variableLine(`${prefix}_ID`, ""), variableLine(`${prefix}_SECRET`, "")]
  })
  return [
    variableLine("AUTH_SECRET", newSecret(), "AUTH_SECRET=(new)"),
    // Node doesn't set it. A framework's development server does
    ...(FACTS[framework].setsNodeEnv ? [] : [variableLine("NODE_ENV", "development")]),
    ...(database === "postgres" ? [variableLine("DATABASE_URL", "postgres://localhost/app")] : []),
    ...(database === "mysql" ? [variableLine("DATABASE_URL", "mysql://root@localhost/app")] : []),
    ...prefixes,
  ]
}

const ignoredLines = ({ framework, database }: Choices): AddedLine[] => [
  FACTS[framework].envFile === ".env"
    ? { text: ".env", unless: /^\/?\.env\*?$/m }
    : { text: ".env*", unless: /^\/?\.env\*$/m },
  ...(database === "sqlite" ? [{ text: "app.db*", unless: /^\/?app\.db\*?$/m }] : []),
]

interface Finish {
  flags: Flags
  project: Project
  environment: CommandEnvironment
}

/** Installs the packages and creates the tables. Returns what is left to do. */
async function finish(choices: Choices, { flags, project, environment }: Finish) {
  const { cwd } = environment
  const command = installCommand(choices, missingPackages(choices, project))
  const installs = (flags.install ?? true) && command !== undefined
  const isInstalled = !installs || (await run(command, environment))
  const install = command !== undefined && !(installs && isInstalled)
  if (choices.own)
    return {
      install,
      migrate: false,
      tables: await (await loadTables()).addTables(choices.own, environment, { dryRun: false }),
    }
  const isCreated = isInstalled ? await (await loadTables(cwd)).createTables(choices, environment) : undefined
  return { install, migrate: isCreated !== true, tables: [] }
}

/**
 * Loads the module that creates tables, from the package in the app `cwd` if there is one. That finds the app's Kysely;
 * `npx` may run a copy elsewhere, which doesn't. It is never part of another module, so that the package has its file.
 */
async function loadTables(cwd?: string): Promise<typeof Tables> {
  const own = cwd === undefined ? "" : join(cwd, "node_modules/latchkit/dist/server/cli/init/tables.js")
  if (!existsSync(own)) return import("./tables.ts")
  return (await import(pathToFileURL(own).href)) as typeof Tables // the same module
}

async function run(command: string, { cwd, terminal }: CommandEnvironment): Promise<boolean> {
  terminal.out(`\n$ ${command}\n`)
  const child = spawn(command, { cwd, shell: true, stdio: ["ignore", "ignore", "pipe"] })
  const output = { err: "" }
  child.stderr.on("data", (chunk) => (output.err += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve).on("error", () => resolve(1)))
  if (code !== 0) terminal.err(output.err)
  return code === 0
}

interface Left {
  project: Project
  keptFiles: KeptSteps
  /** The paths of the files that were written. */
  written: readonly string[]
  /** The new lines of the environment file. */
  added: readonly AddedLine[]
  install: boolean
  migrate: boolean
  /** The steps to the tables in the app's own database. */
  tables: readonly string[]
  /** The tool or client of the app's database, if it has one. */
  tool: (Pick<MigrationTool, "adapter" | "commands"> & { readonly name: string }) | undefined
}

/** Returns what to do if the app's own server isn't in the file that `init` writes. */
function ownServerSteps(choices: Choices, { server }: Project): string[] {
  if (server === undefined || server === "server.ts" || !appFiles(choices).some(({ path }) => path === "server.ts"))
    return []
  const folder = dirname(server)
  const move = folder === "." ? "" : `Move auth.ts to ${folder}, and correct its imports. `
  return [
    `Your app starts with ${server}. ${move}Add to it what server.ts has, such as "/auth", and delete server.ts. Then start your app as before`,
  ]
}

async function stepsFor(
  choices: Choices,
  { project, keptFiles, written, added, install, migrate, tables, tool }: Left,
): Promise<string[]> {
  const { start, origin, envFile, basePath } = FACTS[choices.framework]
  const { framework, packageManager } = choices
  const needsUrl = added.some(({ text }) => text.startsWith("DATABASE_URL="))
  const entries = await Promise.all(choices.providers.map(({ id }) => findProvider(id)))
  const command = installCommand(choices, missingPackages(choices, project))
  return [
    ...(tool
      ? [`Your app has ${tool.name}. To store users in its database instead, use ${tool.adapter}: ${tool.commands}`]
      : []),
    ...ownServerSteps(choices, project),
    ...keptFiles.steps,
    ...(install && command !== undefined ? [`Install the packages: ${command}`] : []),
    ...tables,
    ...(migrate && sqlDialect(choices) !== undefined
      ? [`${needsUrl ? `Check DATABASE_URL in ${envFile}, and create` : "Create"} the tables: npx latchkit migrate`]
      : []),
    ...entries.map(
      ({ name, id, variables, help }) =>
        `Register ${callbackUrl(framework, id)} with ${name}, and set ${variables.join(", ")} in ${envFile}.${help ? ` See ${help}` : ""}`,
    ),
    ...(project.packages.has("prettier") && written.length > 0
      ? [`Format the new files as yours: npx prettier --write ${written.join(" ")}`]
      : []),
    `Start the app (${start(packageManager)}), and open ${origin}${keptFiles.missingGuard === undefined ? "/protected" : `${basePath}/signin`}`,
    `Test it${keptFiles.missingGuard === undefined ? "" : `, once your app has a path /protected that calls \`${keptFiles.missingGuard}\``}: node --test tests/*.test.mjs`,
  ]
}
