import { drizzle } from "drizzle-orm/d1"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { d1Dialect } from "./d1.ts"
import { DrizzleAdapter } from "./drizzle.ts"
import { libsqlDialect } from "./libsql.ts"
import { MemoryAdapter } from "./memory.ts"
import { PrismaAdapter } from "./prisma.ts"
import { RecordsAdapter } from "./records.ts"
import { RedisAdapter } from "./redis.ts"
import { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "./sql.ts"

const FUNCTIONS = {
  d1Dialect,
  DrizzleAdapter,
  libsqlDialect,
  MemoryAdapter,
  mysqlDialect,
  postgresDialect,
  PrismaAdapter,
  RecordsAdapter,
  RedisAdapter,
  SqlAdapter,
  sqliteDialect,
}

class Pool {
  size = 10
}

const WRONG: readonly [unknown, string][] = [
  [5, "5"],
  [null, "null"],
  ["postgres://app:secret@db", "a string"],
  [[], "a list"],
  [{}, "an object"],
  [Object.create(null), "an object"],
  [new Pool(), "an object of the class Pool"],
  [Kysely, "a function"],
  [Promise.resolve(), "a Promise"],
]

test.each(Object.entries(FUNCTIONS).flatMap(([name, make]) => WRONG.map((row) => [name, ...row, make] as const)))(
  "%s names what it got: %o",
  (name, value, shown, make) => {
    const call = () => (make as (value: unknown) => unknown)(value)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(new RegExp(`^\`${name}\` got ${shown}\\. (?:Pass|Call) `))
  },
)

test("DrizzleAdapter names the binding that is missing outside a request", () => {
  const env: { DB?: Parameters<typeof drizzle>[0] } = {}
  const database = drizzle(env.DB as Parameters<typeof drizzle>[0]) // as an app without types
  const adapter = () => DrizzleAdapter(database, {} as Parameters<typeof DrizzleAdapter>[1])
  expect(adapter).toThrow("`DrizzleAdapter` got a database of D1 without its binding. Pass `drizzle(env.DB)`")
})
