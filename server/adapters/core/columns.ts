import { IMPOSSIBLE, LARGEST_BIGINT, parseInteger, isUuid, type KeyType, type UserKey } from "./keys.ts"
import { DATE_COLUMNS, EMPTY_AT_FIRST, INTEGER_COLUMNS, KEY_COLUMNS, NUMBER_COLUMNS } from "./tables.ts"

/** A driver's knowledge of a column or field of the app's. */
export interface ColumnType {
  /** Its type, as errors name it. */
  readonly label: string
  /** The kind of its values. No value of Latchkit's is of another one. */
  readonly kind: "text" | "number" | "bigint" | "boolean" | "date" | "other"
  /** The type of keys that it can hold. */
  readonly key: KeyType
  /** The largest integer that it holds. Larger counters of passkeys and times after 2038 are stored as this number. */
  readonly largest: number | bigint
  /** Whether it can't be null. */
  readonly isRequired: boolean
  /** Whether the tool or the database fills it, if a row has no value. */
  readonly isFilled: boolean
  /** Whether the database computes it, so that it is never written. */
  readonly isComputed?: boolean
  /** Whether a text isn't too long. */
  fits(text: string): boolean
  /** Makes a key as the app's own table or model does. */
  readonly generate?: UserKey["generate"]
  /** The rest of an error about a key that has lost digits, such as a Snowflake id whose column returns numbers. */
  readonly rounds?: string
  /** Whether capitals make no difference. */
  readonly ignoresCase?: boolean
  /** The remedy, if a moment loses its milliseconds. */
  readonly keepsSeconds?: string | undefined
  /** The tool's own names of types that hold what is needed. */
  readonly use: Readonly<Record<"text" | "bigint" | "moment" | "key", string>>
}

/** A column or field of the app's for one of the core's columns. */
export interface MappedColumn<Column> {
  /** Its name in the app's table or model. */
  readonly property: string
  readonly column: Column
  /** Turns a value of the core into its type, or {@link IMPOSSIBLE}. */
  encode(value: unknown): unknown
  /** Turns a value of its type into one of the core. */
  decode(value: unknown): unknown
}

/** Returns how values of one of the core's columns are stored in a column of the app's. */
export function converter(name: string, type: ColumnType): Pick<MappedColumn<unknown>, "encode" | "decode"> {
  if (INTEGER_COLUMNS.has(name)) return { encode: nullOr(integerEncoder(type)), decode: nullOr(Number) }
  const isKey = KEY_COLUMNS.has(name)
  const encode = isKey ? keyEncoder(type) : textEncoder(type)
  // A user who signs up by email has no name
  if (type.isRequired && (name === "name" || name === "image"))
    return { encode: (value) => encode(value ?? ""), decode: (value) => toText(value) || null }
  return { encode: nullOr(encode), decode: nullOr(isKey ? keyDecoder(type) : toText) }
}

/** Converts a value, unless there is none. */
function nullOr(convert: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => (value === null || value === undefined ? null : convert(value))
}

const decoder = new TextDecoder()

/** Returns the text of a column. MySQL's binary columns, which compare byte for byte, are read as bytes. */
export const toText = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : String(value))

function integerEncoder({ kind, largest }: ColumnType): (value: unknown) => unknown {
  if (kind === "date") return (value) => new Date(Number(value))
  if (kind === "boolean") return Boolean
  return kind === "bigint" ? (value) => BigInt(Number(value)) : (value) => Math.min(Number(value), Number(largest))
}

// A server without strict mode would cut longer values off
const textEncoder = (type: ColumnType) => (value: unknown) => (type.fits(String(value)) ? String(value) : IMPOSSIBLE)

function keyEncoder(type: ColumnType): (value: unknown) => unknown {
  if (type.key === "text") return textEncoder(type)
  // An id that a column would change, such as one in capitals, is another id
  if (type.key === "uuid") return (value) => (isUuid(value) ? value : IMPOSSIBLE)
  return (value) => {
    const integer = parseInteger(value, type.kind === "number" ? type.largest : LARGEST_BIGINT)
    if (integer === undefined) return IMPOSSIBLE
    return type.kind === "bigint" ? integer : type.kind === "number" ? Number(integer) : String(integer)
  }
}

const keyDecoder = (type: ColumnType) => (value: unknown) => {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return toText(value)
  throw new TypeError(`A number in ${type.rounds ?? type.label}`)
}

/** Returns the key of the app's users. */
export function userKey(type: ColumnType): UserKey {
  return { type: type.key, encode: keyEncoder(type), generate: type.generate }
}

/**
 * Returns why a column can't store Latchkit's values unchanged, or `undefined` if it can.
 *
 * @param name the core's name of the column
 */
export function columnFault(name: string, type: ColumnType): string | undefined {
  const { kind, label, use } = type
  const isNumber = kind === "number" || kind === "bigint"
  if (!INTEGER_COLUMNS.has(name)) {
    if (type.ignoresCase) return `citext ignores capitals. Use ${use.text}`
    const isHeld = kind === "text" || (KEY_COLUMNS.has(name) && type.key !== "text")
    return isHeld ? undefined : `${label} can't hold a text. Use ${use.text}`
  }
  if (NUMBER_COLUMNS.has(name)) return isNumber ? undefined : `${label} can't hold an integer. Use ${use.bigint}`
  if (!DATE_COLUMNS.has(name)) return isNumber || kind === "boolean" ? undefined : `${label} can't hold a boolean`
  if (isNumber && type.largest < MILLISECONDS) return `${label} is too small for milliseconds. Use ${use.bigint}`
  if (!isNumber && kind !== "date") return `${label} can't hold a moment. Use ${use.moment}`
  if (type.keepsSeconds !== undefined && name !== "emailVerified")
    return `it keeps whole seconds. Use ${type.keepsSeconds}`
  return type.isRequired && EMPTY_AT_FIRST.has(name) ? NO_VALUE_FAULT : undefined
}

const MILLISECONDS = 2 ** 41 // of the year 2039
const NO_VALUE_FAULT = "a new user has no value. Let it be null"
