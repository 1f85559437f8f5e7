import { bigint, date, integer, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core"
import { integer as sqliteInteger, sqliteTable } from "drizzle-orm/sqlite-core"
import { int, mysqlTable, timestamp as mysqlTimestamp } from "drizzle-orm/mysql-core"
import { expect, test } from "vitest"
import { columnFault } from "./columns.ts"

const columns = pgTable("sessions", {
  seconds: integer("seconds"),
  milliseconds: bigint("milliseconds", { mode: "number" }),
  moment: timestamp("moment", { mode: "date" }),
  day: date("day", { mode: "date" }),
  word: text("word"),
  number: serial("number"),
})
const small = mysqlTable("sessions", { seconds: int("seconds"), moment: mysqlTimestamp("moment", { mode: "date" }) })
const lite = sqliteTable("sessions", {
  milliseconds: sqliteInteger("milliseconds"),
  moment: sqliteInteger("moment", { mode: "timestamp" }),
})

test.each([
  ["an integer of PostgreSQL", columns.seconds, "integer is too small for milliseconds. Use bigint"],
  ["a serial of PostgreSQL", columns.number, "serial is too small for milliseconds. Use bigint"],
  ["an int of MySQL", small.seconds, "int is too small for milliseconds. Use bigint"],
  ["a day", columns.day, 'date can\'t hold a moment. Use a timestamp with `mode: "date"`'],
  ["a text", columns.word, 'text can\'t hold a moment. Use a timestamp with `mode: "date"`'],
  ["seconds of SQLite", lite.moment, 'it keeps whole seconds. Use `mode: "timestamp_ms"`'],
  ["a bigint", columns.milliseconds, undefined],
  ["a timestamp", columns.moment, undefined],
  ["an integer of SQLite", lite.milliseconds, undefined],
])("a column for a date, as %s: %s", (_, column, fault) => {
  expect(columnFault("expires", column)).toBe(fault)
})
