import { dirname, resolve } from "node:path"
import { createCommand } from "../command.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "../terminal.ts"
import { authjsCopyStatements, missingStatements, readMigrations, UNDO_MARK } from "./sql.ts"
import { columnsToAdd, importPath, newTableNotes, readAppUsers, usersNotes } from "./app-users.ts"
import type { SqlDialectName } from "../../adapters/sql.ts"
import { dialectNamed, findDialect, importedDialect } from "./dialect.ts"
import { completeModule } from "./drizzle.ts"
import { findTables } from "./drizzle-tables.ts"
import { writePrismaModels } from "./prisma.ts"
import { readIfAny, writeText } from "../text-file.ts"
import { findD1 } from "../init/own-database.ts"
import { unreadNote } from "./drizzle-kit.ts"

export const USAGE = `latchkit schema <drizzle|prisma|sql> [--out <file>] [--dialect <name>] [options]

Prints Latchkit's tables for drizzle-kit, or as SQL for any other tool. Adds them to your Prisma schema.
It writes only tables and columns that your files lack. It reads your files, and runs none of your code.

  --out          a module of Drizzle's tables to complete, or a new SQL file. Default: prints the text.
                 For prisma, your schema: a file or a folder. Default: prisma.config.ts says it, or prisma/schema.prisma.
  --dialect      sqlite, postgres or mysql. Not for prisma. Default: the one in drizzle.config.ts, or in your module.
  --users        your own users' table, such as db/schema.ts#people, or your Prisma model, such as Person.
                 Default: Latchkit's table, or the model User. Not for sql.
  --from         the folder of your SQL files. Only for sql. Default: the folder of --out.
  --prefix       prefix of the tables' names. Default: auth_.
  --copy-authjs  copies the rows of @auth/d1-adapter's tables too. Only for sql on SQLite and D1.
`

/** How the tables are written. */
export interface Options {
  out: string | undefined
  from: string | undefined
  users: string | undefined
  dialect: SqlDialectName | undefined
  prefix: string
  copyAuthjs?: boolean | undefined
  /** Says what would be added, and writes nothing. */
  dryRun?: boolean
}

/** Runs `latchkit schema`. */
export const schemaCommand = createCommand({
  usage: USAGE,
  args: {
    allowPositionals: true,
    options: {
      out: { type: "string" },
      from: { type: "string" },
      users: { type: "string" },
      dialect: { type: "string" },
      prefix: { type: "string" },
      "copy-authjs": { type: "boolean" },
    },
  },
  reportsAs: "schema",
  async run({ values, positionals: [tool] }, environment) {
    if (tool !== "drizzle" && tool !== "prisma" && tool !== "sql")
      throw new Error(
        `${tool === undefined ? "Which tool?" : `The tool is ${JSON.stringify(tool)}.`} Pass drizzle, prisma or sql\n\n${USAGE}`,
      )
    const { out, from, users, prefix = "auth_", "copy-authjs": copyAuthjs } = values
    if (!/^\w*$/.test(prefix))
      throw new Error(`${JSON.stringify(prefix)} isn't a valid name. Use letters, digits and _`)
    if (tool === "sql" ? users !== undefined : from !== undefined)
      throw new Error(
        tool === "sql" ? "--users is for drizzle and prisma" : "--from is for sql. Pass the path to --out",
      )
    if (tool === "prisma" && values.dialect !== undefined)
      throw new Error("--dialect isn't for prisma: your schema has the provider")
    if (tool !== "sql" && copyAuthjs)
      throw new Error(`--copy-authjs is for sql. ${tool} keeps your tables: \`schema\` adds what they lack`)
    const dialect = values.dialect === undefined ? undefined : dialectNamed(values.dialect)
    const steps = await writeTables(tool, { out, from, users, dialect, prefix, copyAuthjs }, environment)
    // Beside the module, which may be sent to a file
    environment.terminal[out === undefined && tool === "drizzle" ? "err" : "out"](nextSteps(steps))
    return 0
  },
})

/** Writes the tables for a tool, or prints them. Returns the steps to take next. */
export async function writeTables(
  tool: "drizzle" | "prisma" | "sql",
  given: Options,
  environment: CommandEnvironment,
): Promise<readonly string[]> {
  if (tool === "prisma") return writePrismaModels(given, environment)
  const options = { ...given, dialect: given.dialect ?? (await findDialect(environment.cwd)) }
  return tool === "drizzle" ? writeModule(options, environment) : writeStatements(options, environment)
}

const NO_DIALECT = "Unknown database. Pass --dialect sqlite, --dialect postgres or --dialect mysql"

async function writeModule(options: Options, { terminal, cwd }: CommandEnvironment): Promise<readonly string[]> {
  const { out, prefix, dryRun } = options
  const before = await readOut(cwd, out)
  const users = options.users === undefined ? undefined : await readAppUsers(cwd, options.users)
  const dialect = importedDialect(before) ?? users?.dialect ?? options.dialect
  if (dialect === undefined) throw new Error(NO_DIALECT)
  if (options.dialect !== undefined && options.dialect !== dialect)
    throw new Error(
      `The dialect is ${options.dialect}, but ${before === "" ? users?.file : out} has tables of ${dialect}`,
    )
  const from = users && users.file !== out ? await importPath(cwd, out ?? "auth-tables.ts", users.file) : undefined
  const { text, added } = completeModule(before, { dialect, prefix, users: users && { ...users, from } })
  const additions = users ? columnsToAdd(users, dialect) : []
  const isNew = additions.length > 0
  const notes = users
    ? [...usersNotes(users), ...additions, ...(isNew ? newTableNotes(users.found, dialect) : [])]
    : authjsUsers(before, added).flatMap((table) => newTableNotes(table, dialect))
  if (out === undefined) {
    terminal.out(text)
    return notes
  }
  const wasWritten = await writeAdded(out, { text, added, terminal, cwd, isNew: before === "", dryRun })
  const unread = await unreadNote(cwd, out)
  // An earlier run may have written tables that drizzle-kit hasn't read
  const isChanged = wasWritten || isNew || unread !== undefined
  const binding = dialect === "sqlite" ? (await findD1(cwd))?.binding : undefined
  const migration = binding === undefined ? migrationNote(dialect) : d1Note(binding)
  return [...notes, ...(unread === undefined ? [] : [unread]), ...(isChanged ? [migration] : [])]
}

/** Returns the users' table of Auth.js, if it gets Latchkit's columns now. */
const authjsUsers = (before: string, added: readonly string[]) =>
  findTables(before).filter(({ variable, name }) => variable === "users" && added.includes(`${name}.sessionEpoch`))

/** Says how drizzle-kit creates the tables. On MySQL, its `push` fails on composite keys. */
const migrationNote = (dialect: SqlDialectName) =>
  `Create the migration, and run it: npx drizzle-kit generate, npx drizzle-kit migrate.${dialect === "mysql" ? "" : " If you use `push`: npx drizzle-kit push"}`

/** Says how Wrangler runs what drizzle-kit writes. */
const d1Note = (binding: string) =>
  `Create the migration, and run it: npx drizzle-kit generate, npx wrangler d1 migrations apply ${binding} --local. \`migrations_dir\` of Wrangler must be \`out\` of drizzle-kit.`

async function writeStatements(
  { out, from, dialect, prefix, copyAuthjs, dryRun }: Options,
  { terminal, cwd }: CommandEnvironment,
) {
  if (dialect === undefined) throw new Error(NO_DIALECT)
  if (copyAuthjs && dialect !== "sqlite") throw new Error(`--copy-authjs is for SQLite and D1, not ${dialect}`)
  const folder = from ?? (out === undefined ? undefined : dirname(out))
  const migrations = folder === undefined ? [] : await readMigrations(resolve(cwd, folder))
  const statements = [
    ...missingStatements(migrations, { dialect, prefix }),
    ...(copyAuthjs ? authjsCopyStatements(prefix) : []),
  ]
  const sql = statements.map((statement) => `${statement};\n`).join("\n")
  if (out === undefined) {
    terminal.out(sql)
    return []
  }
  const before = await readOut(cwd, out)
  const isUsed = before.split("\n").some((line) => line.trim() !== "" && !line.startsWith("--"))
  if (isUsed && statements.length > 0)
    throw new Error(`${out} has statements, which may have run. Pass a new file to --out`)
  const at = UNDO_MARK.exec(before)?.index ?? before.length
  const text = `${before.slice(0, at)}${sql}${at < before.length ? "\n" : ""}${before.slice(at)}`
  await writeAdded(out, { text, added: statements.map(firstWords), terminal, cwd, isNew: before === "", dryRun })
  return []
}

/** Returns the text of the file that `--out` names, or an empty one if it doesn't exist. */
async function readOut(cwd: string, out: string | undefined): Promise<string> {
  return (out === undefined ? undefined : await readIfAny(resolve(cwd, out), out)) ?? ""
}

/** Returns what a statement adds, such as `create table auth_users`. */
const firstWords = (statement: string): string =>
  (
    /^(?:create table|create index|alter table \S+ add column|insert or ignore into) \S+/.exec(statement)?.[0] ??
    statement
  ).replaceAll(/["`]/g, "")

interface Added extends Pick<CommandEnvironment, "terminal" | "cwd"> {
  text: string
  added: readonly string[]
  isNew: boolean
  dryRun: boolean | undefined
}

/** Writes a file, and says what was added. Returns `false` if nothing was. */
async function writeAdded(file: string, { text, added, terminal, cwd, isNew, dryRun }: Added): Promise<boolean> {
  if (added.length === 0) {
    terminal.out(markedLine("kept", "Your app has all of Latchkit's tables and columns"))
    return false
  }
  if (!dryRun) {
    await writeText(resolve(cwd, file), text)
  }
  terminal.out(markedLine("added", isNew ? `${file}, with Latchkit's tables` : `${file}: ${added.join(", ")}`))
  return true
}
