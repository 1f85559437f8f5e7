import { KEY_BYTES, type KeyName } from "../values.ts"
import { createStatements, translateSql, type AnyKysely, type SqlDialectName, type Statements } from "./statements.ts"

/** A step that runs once per database. New steps are added at the end, and existing ones never change. */
interface Migration {
  readonly id: number
  /** Statements in the dialect, without the tables' prefix. */
  readonly statements: (dialect: SqlDialectName) => readonly string[]
}

const MIGRATIONS: readonly Migration[] = [
  { id: 1, statements: createFirstTables },
  { id: 2, statements: addPasskeyDetails },
  { id: 3, statements: addSessionEpoch },
]

const TYPES = {
  text: { sqlite: "text", postgres: "text", mysql: "longtext character set utf8mb4 collate utf8mb4_bin" },
  moment: { sqlite: "integer", postgres: "bigint", mysql: "bigint" },
  number: { sqlite: "integer", postgres: "bigint", mysql: "bigint" },
} as const

// Keys compare byte for byte. MySQL's text collations, even the binary ones, ignore trailing spaces
function keyType(name: KeyName, dialect: SqlDialectName): string {
  if (dialect === "mysql") return `varbinary(${KEY_BYTES[name] + (name === "key" ? 8 : 0)})`
  return dialect === "postgres" ? `text collate "C"` : "text"
}

function createFirstTables(dialect: SqlDialectName): readonly string[] {
  const key = (name: KeyName, rest = " not null"): string => `"${name}" ${keyType(name, dialect)}${rest}`
  const text = (name: string, rest = ""): string => `"${name}" ${TYPES.text[dialect]}${rest}`
  const count = (name: string, rest = " not null"): string => `"${name}" ${TYPES.number[dialect]}${rest}`
  const owner = `foreign key ("userId") references :users ("id") on delete cascade`
  const table = (name: string, ...lines: readonly string[]): string =>
    `create table ${name} (\n  ${lines.join(",\n  ")}\n)${tableSuffix(dialect)}`
  const provided = ["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state"]
  return [
    table(
      ":users",
      key("id"),
      key("email", ""),
      count("emailVerified", ""),
      text("name"),
      text("image"),
      `primary key ("id")`,
      `unique ("email")`,
    ),
    table(
      ":accounts",
      ...[key("provider"), key("providerAccountId"), key("userId"), key("type")],
      ...provided.map((name) => text(name)),
      ...[count("expires_at", ""), text("extra"), `primary key ("provider", "providerAccountId")`, owner],
    ),
    `create index "accounts_user" on :accounts ("userId")`,
    table(
      ":sessions",
      ...[key("sessionToken"), key("userId"), count("expires"), count("createdAt", ""), text("userAgent")],
      ...[`primary key ("sessionToken")`, owner],
    ),
    `create index "sessions_user" on :sessions ("userId")`,
    `create index "sessions_expires" on :sessions ("expires")`,
    table(
      ":verification_tokens",
      key("identifier"),
      key("token"),
      count("expires"),
      `primary key ("identifier", "token")`,
    ),
    `create index "verification_tokens_expires" on :verification_tokens ("expires")`,
    table(
      ":authenticators",
      ...[key("credentialID"), key("userId"), key("providerAccountId"), text("credentialPublicKey", " not null")],
      ...[count("counter"), text("credentialDeviceType", " not null"), count("credentialBackedUp"), text("transports")],
      ...[`primary key ("credentialID")`, owner],
    ),
    `create index "authenticators_user" on :authenticators ("userId")`,
    table(":counters", key("key"), count("count"), count("expires"), `primary key ("key")`),
    `create index "counters_expires" on :counters ("expires")`,
  ]
}

// Columns for what users see of their passkeys
function addPasskeyDetails(dialect: SqlDialectName): readonly string[] {
  const columns = [
    `"name" ${TYPES.text[dialect]}`,
    `"createdAt" ${TYPES.moment[dialect]}`,
    `"lastUsedAt" ${TYPES.moment[dialect]}`,
  ]
  const added = columns.map((column) => `add column ${column}`)
  // SQLite adds one column per statement. MySQL commits after each statement, so one statement keeps the step atomic
  return (dialect === "sqlite" ? added : [added.join(", ")]).map((change) => `alter table :authenticators ${change}`)
}

// JWT sessions that began before this date are over
function addSessionEpoch(dialect: SqlDialectName): readonly string[] {
  return [`alter table :users add column "sessionEpoch" ${TYPES.moment[dialect]}`]
}

function tableSuffix(dialect: SqlDialectName): string {
  return { sqlite: " strict, without rowid", postgres: "", mysql: " engine=InnoDB" }[dialect]
}

/** Returns the statements that create the tables, to run by hand. */
export function migrationSql(dialect: SqlDialectName, prefix: string): string {
  const all = MIGRATIONS.flatMap(({ statements }) => statements(dialect))
  return all.map((statement) => `${translateSql(withTablePrefix(statement, prefix), dialect, prefix)};\n`).join("\n")
}

/**
 * Creates or updates the tables. Several instances may run it at once. Returns the numbers of the steps that ran, or
 * an empty list if the tables are up to date.
 */
export async function migrate(db: AnyKysely, dialect: SqlDialectName, prefix: string): Promise<readonly number[]> {
  return db.connection().execute(async (connection) => {
    const sql = createStatements(connection, { dialect, prefix, key: connection })
    const lock = MIGRATION_LOCKS[dialect]
    if (lock) await sql.rows(lock.take)
    try {
      return await applyMigrations(sql, prefix)
    } finally {
      if (lock) await sql.rows(lock.give)
    }
  })
}

// The number is "latchkit" as bytes. SQLite locks by its transactions
const MIGRATION_LOCKS: Record<SqlDialectName, { take: string; give: string } | null> = {
  sqlite: null,
  postgres: {
    take: "select pg_advisory_lock(7809653110685690228)",
    give: "select pg_advisory_unlock(7809653110685690228)",
  },
  mysql: { take: "select get_lock('latchkit', 60)", give: "select release_lock('latchkit')" },
}

async function applyMigrations(sql: Statements, prefix: string): Promise<readonly number[]> {
  await sql.change(`create table if not exists :migrations ("id" integer not null primary key)`)
  const taken: number[] = []
  for (const { id, statements } of MIGRATIONS) {
    const isNew = await sql.atomic(async (within) => {
      const [done] = await within.rows(`select "id" from :migrations where "id" = ?`, [id])
      if (done) return false
      for (const statement of statements(sql.dialect)) await within.change(withTablePrefix(statement, prefix))
      await within.change(`insert into :migrations ("id") values (?)`, [id])
      return true
    })
    if (isNew) taken.push(id)
  }
  return taken
}

// An index name is unique in the whole schema, except in MySQL. The tables' prefix keeps it apart from the app's
// indexes
function withTablePrefix(statement: string, prefix: string): string {
  return statement.replace(/^create index "/, `create index "${prefix}`)
}
