import { sql, type Column, type SQL } from "drizzle-orm"
import { IMPOSSIBLE, mapOwn, nullOr, type MappedProperty } from "../core/mapping.ts"
import { EMPTY_AT_FIRST, INTEGER_COLUMNS, KEY_COLUMNS, NO_VALUE_FAULT, NUMBER_COLUMNS } from "../core/tables.ts"
import { isUuid, LARGEST_BIGINT, largestInteger, parseInteger, type KeyType, type UserKey } from "../core/keys.ts"

/** A column of the app's table, by the core's name. */
export interface MappedColumn extends MappedProperty {
  readonly column: Column
}

/** Returns the type of a key column. */
export function keyType(column: Column): KeyType {
  if (column.getSQLType() === "uuid") return "uuid"
  return ["number", "bigint"].includes(valueType(column)) || isBigIntText(column) ? "integer" : "text"
}

/** Returns what is known about the key of the app's users. */
export function userKey(column: Column): UserKey {
  const key = { type: keyType(column), encode: keyEncoder(column) }
  const { defaultFn } = column
  if (!defaultFn) return column.hasDefault && isPostgres(column) ? { ...key, generate: () => undefined } : key
  const generate = () => {
    const id: unknown = defaultFn()
    return ["string", "number", "bigint"].includes(typeof id) ? String(id) : undefined // not SQL
  }
  return { ...key, generate }
}

// Drizzle 1.0 has `bigint({ mode: "string" })`
const isBigIntText = (column: Column) => /^big(int|serial)/.test(column.getSQLType()) && valueType(column) !== "custom"

function keyEncoder(column: Column): (value: unknown) => unknown {
  const type = keyType(column)
  return type === "text" ? textEncoder(column) : type === "uuid" ? encodeUuid : integerEncoder(column)
}

/** Maps a column of Latchkit's. */
export function mapColumn(name: string, property: string, column: Column): MappedColumn {
  const mapped = { property, column }
  if (!INTEGER_COLUMNS.has(name)) {
    const encode = KEY_COLUMNS.has(name) ? keyEncoder(column) : textEncoder(column)
    // A user who signs up by email has no name
    if (column.notNull && (name === "name" || name === "image"))
      return { ...mapped, encode: (value) => encode(value ?? ""), decode: (value) => decodeText(value) || null }
    return {
      ...mapped,
      encode: nullOr(encode),
      decode: nullOr(KEY_COLUMNS.has(name) ? keyDecoder(column) : decodeText),
    }
  }
  const type = valueType(column)
  if (type === "date") return { ...mapped, encode: nullOr(toDate), decode: nullOr((value) => toDate(value).getTime()) }
  if (type === "boolean") return { ...mapped, encode: nullOr(Boolean), decode: nullOr(Number) }
  const largest = largestNumber(column)
  const toNumber = (value: unknown): number => Math.min(Number(value), largest)
  const encode: (value: unknown) => unknown = type === "bigint" ? toBigInt : toNumber
  return { ...mapped, encode: nullOr(encode), decode: nullOr(Number) }
}

/** Maps a column of the app's, whose values stay as they are. */
export function mapField(property: string, column: Column): MappedColumn {
  return { ...mapOwn(property), column }
}

/**
 * Returns why a column can't store Latchkit's values unchanged, or `undefined` if it can.
 *
 * @param name the core's name of the column
 */
export function columnFault(name: string, column: Column, { allowsSeconds = false } = {}): string | undefined {
  const [type, sqlType] = [valueType(column), column.getSQLType().toLowerCase()]
  if (!INTEGER_COLUMNS.has(name)) {
    if (sqlType === "citext") return "citext ignores capitals. Use text"
    const isKey = KEY_COLUMNS.has(name) && keyType(column) !== "text"
    return isKey || ["string", "custom"].includes(type) ? undefined : `${sqlType} can't hold a text`
  }
  if (NUMBER_COLUMNS.has(name))
    return ["number", "bigint"].includes(type) ? undefined : `${sqlType} can't hold an integer`
  if (name === "credentialBackedUp")
    return ["number", "boolean", "bigint"].includes(type) ? undefined : `${sqlType} can't hold a boolean`
  const fault = dateFault(column, { type, sqlType, allowsSeconds })
  return fault ?? (column.notNull && EMPTY_AT_FIRST.has(name) ? NO_VALUE_FAULT : undefined)
}

interface DateColumn {
  type: string
  sqlType: string
  allowsSeconds: boolean
}

function dateFault(column: Column, { type, sqlType, allowsSeconds }: DateColumn): string | undefined {
  if (type === "number" || type === "bigint") {
    return largestNumber(column) < MILLISECONDS ? `${sqlType} is too small for milliseconds. Use bigint` : undefined
  }
  if (type !== "date" || sqlType === "date")
    return `${sqlType} can't hold a moment. Use a timestamp with \`mode: "date"\``
  if (allowsSeconds) return undefined
  if (isSqlite(column) && Reflect.get(column, "mode") === "timestamp")
    return 'it keeps whole seconds. Use `mode: "timestamp_ms"`'
  const [, digits] = /^(?:timestamp|datetime)\s*(?:\((\d)\))?/.exec(sqlType) ?? []
  const keptDigits = digits === undefined ? (isMySql(column) ? 0 : 6) : Number(digits)
  return keptDigits < 3 ? "it keeps whole seconds. Use `fsp: 3`" : undefined
}

const isSqlite = (column: Column): boolean => column.columnType.startsWith("SQLite")
const isMySql = (column: Column): boolean => column.columnType.startsWith("MySql")
const isPostgres = (column: Column): boolean => column.columnType.startsWith("Pg")
const MILLISECONDS = 2 ** 41 // of the year 2039

/** Returns the largest number that a column of integers holds. SQLite's hold all, and MySQL's `serial` is a bigint. */
function largestNumber(column: Column): number {
  const type = column.getSQLType()
  const isLarge = isSqlite(column) || (isMySql(column) && type === "serial")
  return isLarge ? Number.MAX_SAFE_INTEGER : largestInteger(type)
}

/** Returns the condition that a text column of MySQL has exactly these bytes, whatever its collation is. */
export function exactBytes(column: Column, value: unknown): SQL | undefined {
  if (!isMySql(column) || typeof value !== "string" || /^(var)?binary/.test(column.getSQLType())) return undefined
  return sql`cast(convert(${column} using utf8mb4) as binary) = cast(convert(${value} using utf8mb4) as binary)`
}

// Drizzle 1.0 has "object date" and the like
function valueType(column: Column): string {
  const types = column.dataType.split(" ")
  return ["date", "boolean", "bigint", "number", "custom"].find((type) => types.includes(type)) ?? column.dataType
}

// A server without strict mode would cut longer values off
function textEncoder(column: Column): (value: unknown) => unknown {
  const [, , unit, limit] = /^(var)?(char|binary)\((\d+)\)/.exec(column.getSQLType().toLowerCase()) ?? []
  if (limit === undefined || isSqlite(column)) return String
  const measure = (text: string) => (unit === "binary" ? new TextEncoder().encode(text).length : [...text].length)
  return (value) => (measure(String(value)) > Number(limit) ? IMPOSSIBLE : String(value))
}

// An id that a column would change, such as one in capitals, is another id
const encodeUuid = (value: unknown): unknown => (isUuid(value) ? value : IMPOSSIBLE)

function integerEncoder(column: Column): (value: unknown) => unknown {
  const type = valueType(column)
  const holds64Bits = type === "bigint" || (isBigIntText(column) && type !== "number")
  const largest = holds64Bits ? LARGEST_BIGINT : largestNumber(column)
  return (value) => {
    const integer = parseInteger(value, largest)
    if (integer === undefined) return IMPOSSIBLE
    return type === "bigint" ? integer : type === "number" ? Number(integer) : String(integer)
  }
}

// Such as a Snowflake id in `bigint({ mode: "number" })`
const keyDecoder = (column: Column) => (value: unknown) => {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return decodeText(value)
  throw new TypeError(`A number in ${column.name} has lost digits. Declare the column with \`mode: "bigint"\``)
}

const decoder = new TextDecoder()
const decodeText = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : String(value))
const toDate = (value: unknown): Date => (value instanceof Date ? value : new Date(Number(value)))
const toBigInt = (value: unknown): bigint => BigInt(Number(value))
