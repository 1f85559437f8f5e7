import { join } from "node:path"
import { DEFAULT_PREFIX, migrationSql, SqlAdapter, type SqlDialectName } from "../adapters/sql.ts"
import { contractionSql } from "../adapters/sql/migrations.ts"
import { createCommand } from "./command.ts"
import { findConfigurationFile, loadConfiguration } from "./configuration.ts"
import { dialectName, withDatabase } from "./database.ts"
import { loadEnvFiles } from "./env-files.ts"
import { detectProject } from "./project.ts"
import { dialectNamed, DIALECTS, findMigrationTool, readText, toolOfAdapter } from "./schema/dialect.ts"
import { closingBracket, withoutText } from "./source-text.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"

export const USAGE = `latchkit migrate [<module>] [--url <database>] [--prefix <text>] [--contract] [--print [--dialect <name>]]

Creates or updates the tables of SqlAdapter. It keeps existing data, and you can run it again. The version before can
still use the tables, so you can roll back.

  <module>    configures Latchkit with a SqlAdapter. Default: auth.ts, src/auth.ts and the like.
  --url       file:app.db, postgres://…, mysql://… or mariadb://…. Default: DATABASE_URL, or the module's adapter.
  --prefix    prefix of the tables' names. Default: the module's, or ${DEFAULT_PREFIX}.
  --contract  removes what only older versions need, once this version has been the only one for 7 days.
  --print     prints the statements instead of running them.
  --dialect   sqlite, postgres or mysql, for --print. Default: the URL's, or the module's.
`

interface Options {
  url: string | undefined
  prefix: string | undefined
  dialect: SqlDialectName | undefined
  module: string | undefined
  contract: boolean
}

/** Runs `latchkit migrate`. */
export const migrateCommand = createCommand({
  usage: USAGE,
  args: {
    allowPositionals: true,
    options: {
      url: { type: "string" },
      prefix: { type: "string" },
      dialect: { type: "string" },
      contract: { type: "boolean" },
      print: { type: "boolean" },
    },
  },
  reportsAs: "migrate",
  async run({ values, positionals }, environment) {
    const { terminal, env, cwd } = environment
    const { framework } = await detectProject(cwd)
    const loaded = await loadEnvFiles(cwd, framework, env)
    const module = positionals[0] ?? (await findConfigurationFile(cwd))
    const text = module === undefined ? "" : await readText(join(cwd, module))
    const options: Options = {
      url: values.url ?? (positionals.length === 0 ? loaded.env["DATABASE_URL"] : undefined),
      prefix: values.prefix ?? sqlPrefixIn(text),
      dialect: values.dialect === undefined ? undefined : dialectNamed(values.dialect),
      module,
      contract: values.contract ?? false,
    }
    const owner = module === undefined ? undefined : await toolOfAdapter(join(cwd, module))
    const tableless = adapterWithoutTables(text)
    if (values.print) terminal.out(await printed(options, cwd))
    else if (values.url === undefined && owner)
      throw new Error(`${module} has ${owner.adapter}. Its tables are ${owner.name}'s: ${owner.commands}`)
    else if (values.url === undefined && tableless)
      terminal.out(markedLine("good", `${module} has ${tableless}, which has no tables.`))
    else if (options.url === undefined && values.prefix !== undefined)
      throw new Error(`--prefix needs --url. Without it, the adapter in ${module} has the prefix`)
    else terminal.out(await runMigration(options, { ...environment, env: loaded.env }))
    return 0
  },
})

async function printed(options: Options, cwd: string): Promise<string> {
  const print = options.contract ? contractionSql : migrationSql
  return print(await dialectToPrint(options, cwd), options.prefix ?? DEFAULT_PREFIX) || "-- Nothing to remove.\n"
}

async function dialectToPrint({ dialect, url, module }: Options, cwd: string): Promise<SqlDialectName> {
  if (dialect) return dialect
  if (url) return dialectName(url)
  const text = module === undefined ? "" : await readText(join(cwd, module))
  const usedDialect = DIALECTS.find((name) => text.includes(`${name}Dialect(`))
  if (usedDialect) return usedDialect
  throw new Error(`Unknown database. Pass --dialect sqlite, --dialect postgres or --dialect mysql\n\n${USAGE}`)
}

async function runMigration(options: Options, environment: CommandEnvironment): Promise<string> {
  const { url, prefix, module, contract } = options
  if (url) return migrateDatabase(url, prefix ?? DEFAULT_PREFIX, contract)
  if (module === undefined) throw new Error(`No database. Pass --url, or set DATABASE_URL\n\n${USAGE}`)
  const { config } = await loadConfiguration(environment.cwd, module, environment.env)
  const { adapter } = config
  if (!adapter || !("migrate" in adapter) || typeof adapter.migrate !== "function")
    throw new Error(`${module} has no SqlAdapter. ${await remedy(environment.cwd)}\n\n${USAGE}`)
  const { migrate } = adapter as Pick<SqlAdapter, "migrate"> // no other adapter has it
  return report(await migrate({ contract }), contract)
}

/** Says what creates the tables of an adapter that has no `migrate`. */
async function remedy(cwd: string): Promise<string> {
  const tool = await findMigrationTool(cwd)
  return tool === undefined ? "Pass --url, or set DATABASE_URL" : `Its tables are ${tool.name}'s: ${tool.commands}`
}

async function migrateDatabase(url: string, prefix: string, contract: boolean): Promise<string> {
  const steps = await withDatabase(url, (db) => SqlAdapter(db, { prefix }).migrate({ contract }), { creates: true })
  return report(steps, contract)
}

function report(steps: readonly number[], contract: boolean): string {
  if (contract)
    return markedLine(
      "good",
      steps.length === 0 ? "Nothing to remove." : `Removed what older versions need: steps ${steps.join(", ")}.`,
    )
  if (steps.length === 0) return markedLine("good", "The tables are up to date.")
  const ran = `Ran step${steps.length > 1 ? "s" : ""} ${steps.join(", ")}. The tables are up to date.`
  return markedLine("good", ran) + nextSteps(["Start your app."])
}

/**
 * Returns the `prefix` that a module passes to `SqlAdapter`, or `undefined` if it passes none. Runs no code.
 *
 * @throws {Error} if it isn't written as a text
 */
function sqlPrefixIn(text: string): string | undefined {
  const code = withoutText(text)
  const call = /\bSqlAdapter\(/.exec(code)
  const start = call ? call.index + call[0].length : code.length
  const option = /\bprefix\b\s*:?/.exec(code.slice(start, closingBracket(code, start)))
  if (!option) return undefined
  const [, , prefix] = /^\s*(["'`])(\w*)\1/.exec(text.slice(start + option.index + option[0].length)) ?? []
  if (prefix !== undefined) return prefix
  throw new Error("`prefix` of SqlAdapter isn't a text in your module. Pass its value as --prefix")
}

/** Returns the name of the module's adapter, if it is one that has no tables. */
function adapterWithoutTables(text: string): string | undefined {
  const code = withoutText(text)
  return /\bSqlAdapter\(/.test(code) ? undefined : /\b(?:Redis|Memory)Adapter(?=\()/.exec(code)?.[0]
}
