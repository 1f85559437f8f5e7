import { sql, type Column, type SQL } from "drizzle-orm"
import type { ColumnType } from "../core/columns.ts"
import { largestInteger, LARGEST_BIGINT } from "../core/keys.ts"

const USE = {
  text: "text",
  bigint: "bigint",
  moment: 'a timestamp with `mode: "date"`',
  key: "Let `$defaultFn` make the keys",
} as const

/** Returns what is known about a column. */
export function describeColumn(column: Column): ColumnType {
  const label = column.getSQLType().toLowerCase()
  const kind = valueKind(column, label)
  // `numeric`, and `bigint({ mode: "string" })` of Drizzle 1.0, are integers in text
  const isText = kind === "other" && /^(big(int|serial)|(numeric|decimal)(?!\(\d+, ?[1-9]))/.test(label)
  const isBigInt = kind === "bigint" || isText
  const [, , unit, limit = Infinity] = (!isSqlite(column) && /^(var)?(char|binary)\((\d+)\)/.exec(label)) || []
  const measure = (text: string) => (unit === "binary" ? new TextEncoder().encode(text).length : [...text].length)
  // SQLite's integers are all large, and MySQL's `serial` is a bigint
  const isLarge = isSqlite(column) || (isMySql(column) && label === "serial")
  return {
    label,
    kind,
    key: label === "uuid" ? "uuid" : kind === "number" || isBigInt ? "integer" : "text",
    largest: isBigInt ? LARGEST_BIGINT : isLarge ? Number.MAX_SAFE_INTEGER : largestInteger(label),
    isRequired: column.notNull,
    isFilled: column.hasDefault || column.generated !== undefined,
    isComputed: column.generated !== undefined,
    fits: (text) => limit === Infinity || measure(text) <= Number(limit),
    generate: keyGenerator(column),
    rounds: `${column.name} has lost digits. Declare the column with \`mode: "bigint"\``,
    ignoresCase: label === "citext",
    keepsSeconds: kind === "date" ? keepsSeconds(column, label) : undefined,
    use: USE,
  }
}

function valueKind(column: Column, label: string): ColumnType["kind"] {
  const types = column.dataType.split(" ") // Drizzle 1.0 has "object date" and the like
  const kind = (["date", "boolean", "bigint", "number"] as const).find((type) => types.includes(type))
  if (kind !== undefined) return label === "date" ? "other" : kind
  const isNumeric = !isSqlite(column) && /^(numeric|decimal)/.test(label)
  return (column.dataType === "string" && !isNumeric) || isCustom(column) ? "text" : "other"
}

function keepsSeconds(column: Column, label: string): string | undefined {
  if (isSqlite(column)) return Reflect.get(column, "mode") === "timestamp" ? '`mode: "timestamp_ms"`' : undefined
  const [, digits = isMySql(column) ? 0 : 6] = /^(?:timestamp|datetime)\s*(?:\((\d)\))?/.exec(label) ?? []
  return Number(digits) < 3 ? `\`${isMySql(column) ? "fsp" : "precision"}: 3\`` : undefined
}

function keyGenerator({ defaultFn, hasDefault, columnType }: Column): ColumnType["generate"] {
  // The database makes it when it stores the row
  if (!defaultFn) return hasDefault && columnType.startsWith("Pg") ? () => undefined : undefined
  return () => {
    const id: unknown = defaultFn()
    return ["string", "number", "bigint"].includes(typeof id) ? String(id) : undefined // not SQL
  }
}

const isCustom = ({ dataType }: Column): boolean => dataType.split(" ").includes("custom")
const isSqlite = ({ columnType }: Column): boolean => columnType.startsWith("SQLite")
const isMySql = ({ columnType }: Column): boolean => columnType.startsWith("MySql")

const isBinary = (column: Column): boolean => /^(var)?binary/.test(column.getSQLType())

/** Returns the condition that a text column of MySQL has exactly these bytes, whatever its collation is. */
export function exactBytes(column: Column, value: unknown): SQL | undefined {
  if (!isMySql(column) || typeof value !== "string" || isBinary(column)) return undefined
  return sql`${toBytes(column)} = ${toBytes(value)}`
}

/**
 * Returns the condition that a column has the text of a key of another type. MySQL compares two texts only if their
 * collations agree, and finds bytes by no index of a text. So there it is `undefined`, unless the column has bytes.
 */
export function equalsKey(column: Column, key: Column): SQL | undefined {
  if (!isMySql(column)) return sql`${column} = cast(${key} as text)`
  return isBinary(column) ? sql`${column} = ${toBytes(key)}` : undefined
}

const toBytes = (value: unknown): SQL => sql`cast(convert(${value} using utf8mb4) as binary)`
