import { TABLES } from "../core/tables.ts"
import { userByTwoReads, type OwnedTable, type Row, type Verbs } from "../core/verbs.ts"
import type { Client } from "./client.ts"
import type { MappedModels } from "./models.ts"
import type { DatabaseNames } from "./names.ts"

interface Statement {
  readonly text: string
  /** The aliases of the columns, by the core's names. */
  readonly aliases: Readonly<Record<"row" | "user", readonly (readonly [alias: string, column: string])[]>>
}

/**
 * Returns the verb that reads a row with its user. It is one query, where Prisma's `include` is two. Without the
 * database's names, it is two queries.
 */
export function userReader(mapped: MappedModels, loadNames: () => Promise<DatabaseNames | undefined>) {
  const statements = new Map<OwnedTable, Statement>()
  const statement = (table: OwnedTable, known: DatabaseNames): Statement => {
    const built = statements.get(table) ?? build(table, known)
    statements.set(table, built)
    return built
  }
  return (client: Client, select: Verbs["select"]): Verbs["withUser"] => {
    const readTwice = userByTwoReads(select)
    return async (table, key) => {
      const names = await loadNames()
      if (!names) return readTwice(table, key)
      const { text, aliases } = statement(table, names)
      const values = TABLES[table].key.map((name) => key[name])
      const [first] = await client.$queryRawUnsafe(text, ...values)
      if (!first) return null
      return { row: decode(mapped, table, first, aliases.row), user: decode(mapped, "users", first, aliases.user) }
    }
  }
}

function build(table: OwnedTable, names: DatabaseNames): Statement {
  const alias = (prefix: string, from: typeof table | "users") =>
    Object.entries(names.columns(from)).map(([column, name], index) => ({ alias: `${prefix}${index}`, column, name }))
  const [row, user] = [alias("r", table), alias("u", "users")]
  const list = (prefix: string, columns: typeof row) =>
    columns.map(({ name, alias: as }) => `${prefix}.${name} as ${as}`)
  const own = names.columns(table)
  const where = TABLES[table].key.map((column, index) => `r.${own[column]} = ${names.parameter(index + 1)}`)
  const pairs = (columns: typeof row) => columns.map(({ alias: as, column }) => [as, column] as const)
  return {
    text:
      `select ${[...list("r", row), ...list("u", user)].join(", ")} from ${names.table(table)} r ` +
      `join ${names.table("users")} u on u.${names.columns("users")["id"]} = r.${own["userId"]} where ${where.join(" and ")}`,
    aliases: { row: pairs(row), user: pairs(user) },
  }
}

function decode(
  { models }: MappedModels,
  table: OwnedTable | "users",
  found: object,
  aliases: Statement["aliases"]["row"],
): Row {
  const { fields } = models[table]
  return Object.fromEntries(
    aliases.map(([alias, column]) => [column, fields[column]?.decode(Reflect.get(found, alias))]),
  )
}
