import { sql, type ColumnType, type Compilable, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely"
import { CHANGED_MARK } from "../core/errors.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import type { BatchDriver, Condition, Row, Selection, Snapshot, Write } from "../core/verbs.ts"
import type { RunBatch } from "../sql/batching.ts"
import { tableNames, type TablesKysely } from "../sql/tables.ts"

type LooseTables = Readonly<Record<string, Readonly<Record<string, ColumnType<unknown, unknown, unknown>>>>>
type LooseKysely = Kysely<LooseTables>
type SelectQuery = SelectQueryBuilder<LooseTables, string, Row>

interface BatchDriverOptions {
  /** Prefix of the tables' names. */
  prefix: string
  /** The app's own columns of the users' table. */
  fields: readonly string[]
  runBatch: RunBatch
}

/** Translates the verbs into SQLite's statements, for a database that takes batches but has no transactions. */
export function batchDriver(tables: TablesKysely, { prefix, fields, runBatch }: BatchDriverOptions): BatchDriver {
  const db = tables as unknown as LooseKysely // the same tables, whose names and columns are variables here
  const names = tableNames(prefix)
  const named: Readonly<Record<TableName, string>> = {
    ...names,
    verificationTokens: names.verification_tokens,
    accountRecords: names.account_records,
  }
  const columns = (table: TableName): string[] => [...TABLES[table].columns, ...(table === "users" ? fields : [])]
  const select = ({ table, where, order, limit }: Selection): SelectQuery => {
    const query = db
      .selectFrom(named[table])
      .select(columns(table))
      .$if(where.length > 0, (rows) => rows.where(all(where)))
      .$if(order !== undefined, (rows) => rows.orderBy(sql.ref(order?.[0] ?? ""), order?.[1]))
      .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0))
    return TABLES[table].key.reduce((rows, name) => rows.orderBy(name), query as SelectQuery)
  }
  const insert = (table: TableName, row: Row) => db.insertInto(named[table]).values({ ...row })
  const update = (table: TableName, set: Row, where: readonly Condition[]) =>
    db.updateTable(named[table]).set(set).where(all(where))
  const erase = (table: TableName, where: readonly Condition[]) => db.deleteFrom(named[table]).where(all(where))
  const toQuery = (write: Write): Compilable => {
    if (write.verb === "insert") return insert(write.table, write.row)
    return write.verb === "update" ? update(write.table, write.set, write.where) : erase(write.table, write.where)
  }
  // Names of the inner columns are free of the app's, so that no name appears twice
  const fingerprint = (selection: Selection): RawBuilder<unknown> =>
    sql`(select json_group_array(json_array(${sql.join(columns(selection.table).map((name) => sql.ref(name)))})) from (${select(selection)}))`
  const guard = ({ selection, fingerprint: text }: Snapshot): RawBuilder<unknown> =>
    sql`select case when ${fingerprint(selection)} = ${text} then 1 else json_extract('{}', ${sql.lit(CHANGED_MARK)}) end as ok`

  return {
    kind: "batch",
    select: (selection) => select(selection).execute(),
    async insert(table, row) {
      return insert(table, row).returning(columns(table)).executeTakeFirstOrThrow()
    },
    async insertIgnore(table, row) {
      const { numInsertedOrUpdatedRows } = await insert(table, row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    update: (table, set, where) => update(table, set, where).returning(columns(table)).execute(),
    remove: (table, where) => erase(table, where).returning(columns(table)).execute(),
    async erase(table, where) {
      return Number((await erase(table, where).executeTakeFirstOrThrow()).numDeletedRows)
    },
    async add(row) {
      const count = sql`${sql.ref(`${named.counters}.count`)} + 1`
      const query = insert("counters", row).onConflict((conflict) => conflict.column("key").doUpdateSet({ count }))
      return Number((await query.returning("count").executeTakeFirstOrThrow())["count"])
    },
    lock: (table, where) => select({ table, where }).execute(),
    async sessionAndUser(sessionToken) {
      const [session, user] = [columns("sessions"), columns("users")]
      const row: Row | undefined = await db
        .selectFrom([`${named.sessions} as s`])
        .innerJoin(`${named.users} as u`, "u.id", "s.userId")
        .select([...session.map((name) => `s.${name} as s_${name}`), ...user.map((name) => `u.${name} as u_${name}`)])
        .where("s.sessionToken", "=", sessionToken)
        .executeTakeFirst()
      return row ? { session: unprefixed(row, "s_", session), user: unprefixed(row, "u_", user) } : null
    },
    async snapshot(selection) {
      const { rows } = await sql<{ text: string }>`select ${fingerprint(selection)} as text`.execute(db)
      const text = rows[0]?.text ?? "[]"
      const values = JSON.parse(text) as readonly (readonly unknown[])[] // as `fingerprint` makes it
      const names = columns(selection.table)
      const toRow = (row: readonly unknown[]): Row => Object.fromEntries(names.map((name, index) => [name, row[index]]))
      return { selection, rows: values.map(toRow), fingerprint: text }
    },
    commit: (snapshots, writes) =>
      runBatch([
        ...snapshots.map((snapshot) => guard(snapshot).compile(db)),
        ...writes.map((write) => toQuery(write).compile()),
      ]),
  }
}

function all(where: readonly Condition[]): RawBuilder<boolean> {
  const conditions = where.map(([column, operator, value]) => {
    if (value !== null) return sql<boolean>`${sql.ref(column)} ${sql.raw(operator)} ${value}`
    return operator === "=" ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} is not null`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function unprefixed(row: Row, prefix: string, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[`${prefix}${name}`]]))
}
