import type { Row } from "./verbs.ts"

/** A value that the column can't hold, so no row has it. */
export const IMPOSSIBLE: unique symbol = Symbol("impossible")

/** The type of the users' keys. */
export type KeyType = "text" | "uuid" | "integer"

/** The bits of integer types. Others hold every integer of JavaScript. */
const BITS: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  smallserial: 16,
  mediumint: 24,
  int: 32,
  integer: 32,
  serial: 32,
}

/** Returns the largest number of a type, such as `int unsigned`. Auth.js's columns of integers have 32 bits. */
export function largestInteger(type: string): number {
  const [name = "", ...rest] = type.toLowerCase().split(/\W+/)
  const bits = BITS[name]
  if (bits === undefined) return Number.MAX_SAFE_INTEGER
  return 2 ** (rest.includes("unsigned") ? bits : bits - 1) - 1
}

/** The key of a users' table. */
export interface UserKey {
  readonly type: KeyType
  /** Turns a text into a value of the column, or {@link IMPOSSIBLE}. */
  encode(id: unknown): unknown
  /**
   * Makes a key as the app's own table or model does. Returns `undefined` if that happens when the row is stored.
   *
   * @default the app's table makes none
   */
  readonly generate?: (() => string | undefined) | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INTEGER = /^(0|-?[1-9]\d{0,19})$/

/** Returns whether a text is a UUID in lower case. A column of UUIDs would change any other. */
export const isUuid = (value: unknown): boolean => UUID.test(String(value))

/**
 * Returns the integer in a text, in its only decimal form, or `undefined`. Columns that return a `bigint` or a text
 * hold 64 bits, such as those of a Snowflake id. Others hold no more than a number can represent.
 */
export function parseInteger(value: unknown, largest: number | bigint): bigint | undefined {
  const text = String(value)
  if (!INTEGER.test(text)) return undefined
  const integer = BigInt(text)
  return integer <= largest && -integer <= largest ? integer : undefined
}

/** The largest number of a signed column of 64 bits. */
export const LARGEST_BIGINT: bigint = 2n ** 63n - 1n

/**
 * Returns the row of a new user with a key that the column can hold. Latchkit's own ids are UUIDs. If the column can't
 * hold one, the app's own default makes the key. PostgreSQL and MySQL number the users of a table with integers. On
 * SQLite, a transaction must know the number before it is committed.
 */
export function withFittingKey(row: Row, key: UserKey, dialect: "postgres" | "mysql" | "sqlite"): Row {
  const { id, ...rest } = row
  if (id !== undefined && key.encode(id) !== IMPOSSIBLE) return row
  if (key.type === "uuid") return { ...row, id: crypto.randomUUID() }
  const generatedId = key.generate?.()
  if (generatedId !== undefined) return { ...row, id: generatedId }
  if (key.type === "text") return key.generate ? rest : row
  return dialect === "sqlite" ? { ...row, id: String(uniqueInteger()) } : rest
}

const EPOCH = Date.UTC(2025, 0, 1)

/** The largest number that this process has given to a user. */
const newest = { integer: 0 }

/**
 * Returns a number that no user has had: milliseconds since 2025, and twelve random bits. It fits into 53 bits until
 * 2094. In one process, each number is larger than the last. If two processes choose the same one in the same
 * millisecond, the database rejects the second user.
 */
function uniqueInteger(): number {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  newest.integer = Math.max(newest.integer + 1, (Date.now() - EPOCH) * 4096 + (random % 4096))
  return newest.integer
}
