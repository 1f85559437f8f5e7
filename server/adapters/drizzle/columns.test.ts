import {
  bigint,
  boolean,
  char,
  date,
  integer,
  numeric,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  varchar,
} from "drizzle-orm/pg-core"
import { integer as sqliteInteger, sqliteTable } from "drizzle-orm/sqlite-core"
import { int, mysqlTable, serial as mysqlSerial, timestamp as mysqlTimestamp } from "drizzle-orm/mysql-core"
import { expect, test } from "vitest"
import { columnFault, converter, userKey } from "../core/columns.ts"
import { IMPOSSIBLE, withFittingKey } from "../core/keys.ts"
import { describeColumn } from "./columns.ts"

const columns = pgTable("sessions", {
  seconds: integer("seconds"),
  milliseconds: bigint("milliseconds", { mode: "number" }),
  moment: timestamp("moment", { mode: "date" }),
  day: date("day", { mode: "date" }),
  word: text("word"),
  number: serial("number"),
  flag: boolean("flag").notNull(),
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
  expect(columnFault("expires", describeColumn(column))).toBe(fault)
})

test("the remedy for whole seconds is an option of the dialect's own", () => {
  const zoned = pgTable("sessions", { moment: timestamp({ precision: 0, withTimezone: true }) })
  expect(columnFault("expires", describeColumn(zoned.moment))).toBe("it keeps whole seconds. Use `precision: 3`")
  expect(columnFault("expires", describeColumn(small.moment))).toBe("it keeps whole seconds. Use `fsp: 3`")
})

const numbers = pgTable("numbers", { small: smallint(), normal: integer(), large: bigint({ mode: "number" }) })
const mysqlNumbers = mysqlTable("numbers", { normal: int(), unsigned: int({ unsigned: true }), serial: mysqlSerial() })

test.each([
  ["a smallint", numbers.small, 32_767],
  ["an integer", numbers.normal, 2_147_483_647],
  ["an int of MySQL", mysqlNumbers.normal, 2_147_483_647],
  ["an unsigned int of MySQL", mysqlNumbers.unsigned, 4_294_967_295],
  ["a bigint", numbers.large, Number.MAX_SAFE_INTEGER],
  ["a serial of MySQL", mysqlNumbers.serial, Number.MAX_SAFE_INTEGER],
  ["an integer of SQLite", lite.milliseconds, Number.MAX_SAFE_INTEGER],
])("%s holds every integer up to its own largest one", (_, column, largest) => {
  expect(converter("counter", describeColumn(column)).encode(largest)).toBe(largest)
  expect(converter("id", describeColumn(column)).encode(String(largest))).toBe(largest)
  if (largest === Number.MAX_SAFE_INTEGER) return
  expect(converter("counter", describeColumn(column)).encode(largest + 1)).toBe(largest)
  expect(converter("id", describeColumn(column)).encode(String(largest + 1))).toBe(IMPOSSIBLE)
})

const keys = pgTable("keys", {
  snowflake: bigint({ mode: "bigint" }),
  rounded: bigint({ mode: "number" }),
  ulid: varchar({ length: 26 }).$defaultFn(() => "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  numeric: numeric({ precision: 20 }),
  fraction: numeric({ precision: 20, scale: 2 }),
  cuid: char({ length: 24 }).default("tz4a98xxat96iws9zmbrgj3a"),
})

test("a key of 64 bits keeps each digit, and one that a number has rounded is rejected", () => {
  const { encode, decode } = converter("id", describeColumn(keys.snowflake))
  expect([encode("1234567890123456789"), decode(1234567890123456789n)]).toEqual([
    1234567890123456789n,
    "1234567890123456789",
  ])
  expect(encode("9223372036854775808")).toBe(IMPOSSIBLE)
  expect(() => converter("id", describeColumn(keys.rounded)).decode(2 ** 60)).toThrow(
    'rounded has lost digits. Declare the column with `mode: "bigint"`',
  )
})

test("a numeric key is an integer in text, and one with a fraction can't be a key", () => {
  const type = describeColumn(keys.numeric)
  const { encode, decode } = converter("id", type)
  expect([encode("9007199254740993"), decode("9007199254740993")]).toEqual(["9007199254740993", "9007199254740993"])
  expect([encode(crypto.randomUUID()), encode("1.0"), encode("1e3")]).toEqual([IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE])
  expect([columnFault("id", type), columnFault("id", describeColumn(keys.fraction))]).toEqual([
    undefined,
    "numeric(20, 2) can't hold a text. Use text",
  ])
})

test.each([
  ["a function", keys.ulid, { email: "ada@app.test", id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  ["the database", keys.cuid, { email: "ada@app.test" }],
])("a column that is too short for a UUID gets the key that %s makes", (_, column, stored) => {
  const row = { id: crypto.randomUUID(), email: "ada@app.test" }
  expect(withFittingKey(row, userKey(describeColumn(column)), "postgres")).toEqual(stored)
  expect(withFittingKey({ ...row, id: "own" }, userKey(describeColumn(column)), "postgres")).toEqual({
    ...row,
    id: "own",
  })
})

test("a required boolean is first of all no date", () => {
  expect(columnFault("emailVerified", describeColumn(columns.flag))).toBe(
    'boolean can\'t hold a moment. Use a timestamp with `mode: "date"`',
  )
})
