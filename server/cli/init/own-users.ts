import { dirname, join, resolve } from "node:path"
import { schemaTables } from "../../adapters/sql/schema.ts"
import { findNamedTable, likelyColumns } from "../schema/app-users.ts"
import { findConfiguration, readText } from "../schema/dialect.ts"
import { matchesSchema, schemaPaths } from "../schema/drizzle-kit.ts"
import { findTables, type FoundTable } from "../schema/drizzle-tables.ts"
import { findOwnerReference } from "../schema/owners.ts"
import { readSchema } from "../schema/prisma.ts"
import { findModels } from "../schema/prisma-text.ts"
import { likelyFields, ownerTarget, usersOption } from "../schema/prisma-users.ts"
import { markedLine, type CommandEnvironment } from "../terminal.ts"
import { modulesIn, type DrizzleDatabase, type OwnDatabase, type PrismaDatabase } from "./own-database.ts"

/** How a table of Latchkit's own is called. */
const NEW = "new"

/** The tables that may have the app's users, as `--users` names them. */
interface Candidates {
  readonly names: readonly string[]
  /** The table that Latchkit's tables refer to already. */
  readonly decided: string | undefined
}

interface Options {
  readonly environment: Pick<CommandEnvironment, "cwd" | "terminal">
  /** The value of `--users`. */
  readonly flag: string | undefined
  ask(question: string, fallback: string): Promise<string>
}

/**
 * Returns the database with the users' table that the flag names, or the developer, or Latchkit's tables of an earlier
 * run. Prints which one it is.
 *
 * @throws {Error} if the flag names none
 */
export async function chooseUsers<Own extends DrizzleDatabase | PrismaDatabase>(
  own: Own,
  { environment: { cwd, terminal }, flag, ask }: Options,
): Promise<OwnDatabase> {
  const { names, decided } = own.tool === "drizzle" ? await drizzleUsers(own, cwd) : await prismaUsers(cwd)
  // Prisma's `User` would be Latchkit's too
  const offered = names.includes("User") ? names : [...names, NEW]
  const usual = decided ?? names.find((name) => PERSON.test(name)) ?? NEW
  const isOpen = flag === undefined && decided === undefined && names.length > 0
  const chosen = flag ?? (isOpen ? await ask(`Users' table (${offered.join(", ")})`, usual) : usual)
  if (chosen === NEW && !offered.includes(NEW)) throw new Error("There is a model User already. Pass --users User")
  const other = own.tool === "drizzle" ? "<module>#<table>" : "<Model>"
  const orNew = chosen !== NEW && offered.includes(NEW) ? ", or --users new" : ""
  const remedy = flag === undefined ? `. For another one, pass --users ${other}${orNew}` : ""
  terminal.out(
    chosen === NEW
      ? markedLine(decided === NEW ? "kept" : "added", `Users are in a table of Latchkit's own${remedy}`)
      : markedLine("kept", `Users stay in ${chosen}${remedy}`),
  )
  if (chosen === NEW) return own
  return own.tool === "drizzle" ? withTable(own, cwd, chosen) : withModel(own, cwd, chosen)
}

/** A table whose name says that it has people. Another one with an address may be a newsletter's. */
const PERSON =
  /(?:^|#)(?:users?|people|persons?|customers?|members?|clients?|employees?|profiles?|students?)(?:table)?$/i

const usersFirst = (names: readonly string[]) =>
  names.toSorted((one, other) => Number(/(?:^|#)users?/i.test(other)) - Number(/(?:^|#)users?/i.test(one)))

async function drizzleUsers({ schema }: DrizzleDatabase, cwd: string): Promise<Candidates> {
  const paths = schemaPaths((await findConfiguration(cwd, "drizzle-kit")) ?? "")
  const read = (file: string) =>
    dirname(file) === dirname(schema) ||
    paths.some((path) => matchesSchema(path, file) || dirname(join(path)) === dirname(file))
  const tables: { name: string; file: string; table: FoundTable }[] = []
  for (const file of (await modulesIn(cwd)).filter(read))
    for (const table of findTables(await readText(resolve(cwd, file))))
      tables.push({ name: `${file}#${table.variable}`, file, table })
  const core = schemaTables("auth_")
  const names = tables
    .filter(({ table }) => core.every(({ name }) => name !== table.name) && hasAddress(table))
    .map(({ name }) => name)
  return { names: usersFirst(names), decided: await decidedTable() }

  async function decidedTable(): Promise<string | undefined> {
    const owned = core.filter(({ isOwned }) => isOwned).map(({ name }) => name)
    const owner = tables.find(({ file, table }) => file === schema && owned.includes(table.name))
    const target = owner && findOwnerReference(await readText(resolve(cwd, schema)), owner.table)?.table
    const users = target === undefined ? undefined : tables.find(({ table }) => table.variable === target)
    return users?.table.name === "auth_users" ? NEW : users?.name
  }
}

const hasAddress = ({ entries }: FoundTable) => entries.has("email") || likelyColumns(entries)["email"] !== undefined

async function withTable(own: DrizzleDatabase, cwd: string, given: string): Promise<DrizzleDatabase> {
  const { file, table } = await findNamedTable(cwd, given)
  return { ...own, users: { file, table: table.variable, columns: likelyColumns(table.entries) } }
}

async function modelsIn(cwd: string) {
  // A schema that can't be read is reported when the models are written
  const { files } = await readSchema(cwd, undefined).catch(() => ({ files: [] }))
  return files.flatMap(({ text }) => findModels(text))
}

async function prismaUsers(cwd: string): Promise<Candidates> {
  const models = await modelsIn(cwd)
  const owner = models.find(({ name }) => /^Auth(?:Account|Session|Authenticator)$/.test(name))
  const names = models
    .filter(({ name, fields }) => name === "User" || fields.has("email") || likelyFields(fields)["email"] !== undefined)
    .map(({ name }) => name)
  // Prisma's `User` is taken without a question, because no other model may have that name
  return { names: usersFirst(names), decided: (owner && ownerTarget(owner)) ?? names.find((name) => name === "User") }
}

async function withModel(own: PrismaDatabase, cwd: string, given: string): Promise<PrismaDatabase> {
  const models = await modelsIn(cwd)
  const model = models.find(({ name }) => name === given)
  if (model) return { ...own, users: { model: given, options: usersOption(model) } }
  throw new Error(`There is no model ${given}. The models are ${models.map(({ name }) => name).join(", ") || "none"}`)
}
