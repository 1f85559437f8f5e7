import { isUuid, LARGEST_BIGINT, largestInteger, parseInteger, type KeyType, type UserKey } from "../core/keys.ts"
import { IMPOSSIBLE, mapOwn, nullOr, type MappedProperty } from "../core/mapping.ts"
import { EMPTY_AT_FIRST, INTEGER_COLUMNS, KEY_COLUMNS, NO_VALUE_FAULT, NUMBER_COLUMNS } from "../core/tables.ts"

/** A field of the app's model, by the core's name. */
export interface MappedField extends MappedProperty {
  readonly type: FieldType
}

/** The type of a field. */
export interface FieldType {
  /** A type of Prisma, such as `DateTime`, or an enum. */
  readonly name: string
  /** The text after `@db.` in the schema, such as `Uuid`. Empty if there is none. */
  readonly native: string
  /** Whether it can't be null. */
  readonly isRequired: boolean
  /** Whether Prisma or the database fills it. */
  readonly isFilled: boolean
}

/** Returns the type of a key. */
export function keyType({ name, native }: FieldType): KeyType {
  if (native === "Uuid") return "uuid"
  return name === "Int" || name === "BigInt" ? "integer" : "text"
}

/** Returns what is known about the key of the app's users. */
export function userKey(type: FieldType): UserKey {
  const key = { type: keyType(type), encode: textConverter("id", type).encode }
  return type.isFilled ? { ...key, generate: () => undefined } : key
}

/** Maps a field of Latchkit's. */
export function mapField(column: string, property: string, type: FieldType): MappedField {
  const convert = INTEGER_COLUMNS.has(column) ? numberConverter(type) : textConverter(column, type)
  // A user who signs up by email has no name
  if (type.isRequired && (column === "name" || column === "image"))
    return { property, type, encode: (value) => String(value ?? ""), decode: (value) => value || null }
  return { property, type, encode: nullOr(convert.encode), decode: nullOr(convert.decode) }
}

/** Maps a field of the app's, whose values stay as they are. */
export function mapOwnField(property: string, type: FieldType): MappedField {
  return { ...mapOwn(property), type }
}

type Converter = Pick<MappedField, "encode" | "decode">

function numberConverter({ name, native }: FieldType): Converter {
  if (name === "DateTime") return { encode: toDate, decode: (value) => toDate(value).getTime() }
  if (name === "Boolean") return { encode: Boolean, decode: Number }
  if (name === "BigInt") return { encode: (value) => BigInt(Number(value)), decode: Number }
  const largest = largestInteger(native || name)
  return { encode: (value) => Math.min(Number(value), largest), decode: Number }
}

function textConverter(column: string, type: FieldType): Converter {
  const key = KEY_COLUMNS.has(column) ? keyType(type) : "text"
  if (key === "text") return { encode: KEY_COLUMNS.has(column) ? keyEncoder(type) : String, decode: String }
  // An id that a column would change, such as one in capitals, is another id
  if (key === "uuid") return { encode: (value) => (isUuid(value) ? value : IMPOSSIBLE), decode: String }
  const largest = type.name === "BigInt" ? LARGEST_BIGINT : largestInteger(type.native || type.name)
  const encode = (value: unknown) => {
    const integer = parseInteger(value, largest)
    return integer === undefined ? IMPOSSIBLE : type.name === "Int" ? Number(integer) : integer
  }
  return { encode, decode: String }
}

function keyEncoder({ native }: FieldType): (value: unknown) => unknown {
  const [, limit = Infinity] = /^(?:Var)?Char\((\d+)\)/.exec(native) ?? []
  return (value) => (String(value).length > Number(limit) ? IMPOSSIBLE : String(value))
}

const toDate = (value: unknown): Date =>
  value instanceof Date ? value : new Date(typeof value === "string" ? value : Number(value))

/** Returns why a field can't store Latchkit's values unchanged, or `undefined` if it can. */
export function fieldFault(column: string, { name, native, isRequired }: FieldType): string | undefined {
  if (!INTEGER_COLUMNS.has(column)) {
    if (native === "Citext") return "citext ignores capitals. Use String"
    const isKey = KEY_COLUMNS.has(column) && ["Int", "BigInt"].includes(name)
    return isKey || name === "String" ? undefined : `${name} can't hold a text. Use String`
  }
  if (column === "credentialBackedUp")
    return name === "Boolean" || isNumber(name) ? undefined : `${name} can't hold a boolean`
  if (NUMBER_COLUMNS.has(column)) return isNumber(name) ? undefined : `${name} can't hold an integer. Use BigInt`
  const fault = dateFault(column, { name, native })
  return fault ?? (isRequired && EMPTY_AT_FIRST.has(column) ? NO_VALUE_FAULT : undefined)
}

const isNumber = (name: string): boolean => name === "Int" || name === "BigInt"

function dateFault(column: string, { name, native }: Pick<FieldType, "name" | "native">): string | undefined {
  if (name === "BigInt") return undefined
  if (name !== "DateTime") return `${name} can't hold a moment. Use DateTime, or BigInt for milliseconds`
  if (/^Date|^Time(tz)?\b/.test(native)) return `@db.${native} can't hold a moment. Use @db.Timestamptz(3)`
  const [, digits = "3"] = /\((\d)\)/.exec(native) ?? []
  return Number(digits) < 3 && column !== "emailVerified" ? "it keeps whole seconds. Use @db.Timestamptz(3)" : undefined
}
