import type { TableName } from "../core/tables.ts"
import { addColumns, createIndexes, createTable, schemaTables, type SchemaTable, type SchemaTarget } from "./schema.ts"
import type { SqlDialectName } from "./tables.ts"

/** A step that runs once per database. New steps are added at the end, and existing ones never change. */
export interface Migration {
  readonly id: number
  readonly statements: (target: SchemaTarget) => readonly string[]
}

/** Steps that add columns to a table of an earlier step, which leaves them out. */
const ADDITIONS: readonly { id: number; table: TableName; columns: readonly string[] }[] = [
  { id: 2, table: "authenticators", columns: ["name", "createdAt", "lastUsedAt"] },
  { id: 3, table: "users", columns: ["sessionEpoch"] },
]

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, statements: (target) => createTables(target, (table) => table !== "accountRecords") },
  ...ADDITIONS.map(({ id, table, columns }): Migration => ({
    id,
    statements: (target) => addToTable(target, table, columns),
  })),
  { id: 4, statements: (target) => createTables(target, (table) => table === "accountRecords") },
]

/** The number of the first step of {@link CONTRACTIONS}. An older version knows by it that such a step ran. */
export const FIRST_CONTRACTION = 1001

/**
 * Steps that remove columns and tables that no supported version uses, from {@link FIRST_CONTRACTION} on. They run
 * only with `contract`, after the new version has been the only one for a while. A step of {@link MIGRATIONS} never
 * breaks the version before.
 */
export const CONTRACTIONS: readonly Migration[] = []

/** Returns the statements that create the tables, to run by hand. */
export function migrationSql(dialect: SqlDialectName, prefix: string): string {
  return print(MIGRATIONS, { dialect, prefix })
}

/** Returns the statements that remove what only older versions need, to run by hand. */
export function contractionSql(dialect: SqlDialectName, prefix: string): string {
  return print(CONTRACTIONS, { dialect, prefix })
}

function print(migrations: readonly Migration[], target: SchemaTarget): string {
  const statements = migrations.flatMap((migration) => migration.statements(target))
  return statements.map((statement) => `${statement};\n`).join("\n")
}

function createTables(target: SchemaTarget, isNew: (table: TableName) => boolean): readonly string[] {
  const tables = schemaTables(target.prefix).filter(({ core }) => isNew(core))
  return tables.flatMap((table) => {
    const added = ADDITIONS.filter((addition) => addition.table === table.core).flatMap(({ columns }) => columns)
    const columns = table.columns.filter(({ name }) => !added.includes(name))
    return [createTable({ ...table, columns }, target), ...createIndexes(table, target)]
  })
}

function addToTable(target: SchemaTarget, name: TableName, added: readonly string[]): readonly string[] {
  const tables = schemaTables(target.prefix).filter(({ core }) => core === name)
  const addedColumns = ({ columns }: SchemaTable) => columns.filter((column) => added.includes(column.name))
  return tables.flatMap((table) => addColumns(table, addedColumns(table), target))
}
