/**
 * The maximum length of a key in UTF-8 bytes, in every adapter of Latchkit's. A longer key is never stored or found.
 * Otherwise a database could truncate it, and make it equal to another key.
 */
export const KEY_BYTES = {
  id: 255,
  userId: 255,
  email: 1020,
  identifier: 1020,
  provider: 255,
  providerAccountId: 1020,
  type: 32,
  kind: 32,
  sessionToken: 512,
  token: 512,
  key: 512,
  // WebAuthn Level 3, section 7.1: at most 1023 bytes, before base64
  credentialID: 1400,
} as const

export type KeyName = keyof typeof KEY_BYTES

const encoder = new TextEncoder()

/**
 * Returns whether `value` can be a key: text that isn't blank or too long, is well-formed Unicode, and has no NUL,
 * which PostgreSQL can't store. No row has any other key, so a lookup can skip the database.
 */
export function isKey(name: KeyName, value: unknown): value is string {
  if (typeof value !== "string" || value.length > KEY_BYTES[name]) return false
  if (value.trim() === "" || value.includes("\0") || !value.isWellFormed()) return false
  // A UTF-16 unit is at most three bytes of UTF-8, so most keys need no encoding
  return value.length * 3 <= KEY_BYTES[name] || encoder.encode(value).length <= KEY_BYTES[name]
}

/**
 * Separates an address from the rest of a code's identifier. A link's identifier is `address`, a code's is
 * `address#request`.
 */
export const CODE_SEPARATOR = "#"

/** Returns the address in the identifier of a verification token. */
export function identifierAddress(identifier: string): string {
  const end = identifier.indexOf(CODE_SEPARATOR, identifier.lastIndexOf("@") + 1)
  return end < 0 ? identifier : identifier.slice(0, end)
}

/**
 * Requires that all keys of a row can be stored unchanged.
 *
 * @throws {TypeError} with the column's name, but never the value, because keys are secrets and addresses
 */
export function requireKeys(record: object, names: readonly KeyName[]): void {
  const bad = names.find((name) => !isKey(name, Reflect.get(record, name)))
  if (bad === undefined) return
  const expected = `Pass text that isn't blank, without NUL, of at most ${KEY_BYTES[bad]} bytes`
  throw new TypeError(`The ${bad} can't be stored. ${expected}`)
}

/** The maximum length of an account record's data in UTF-8 bytes. */
const RECORD_DATA_BYTES = 65_536

/**
 * Requires that an account record can be stored unchanged.
 *
 * @throws {TypeError} with the column's name, but never the value
 */
export function requireRecord(record: Readonly<Record<"kind" | "id" | "userId" | "data" | "expires", unknown>>): void {
  requireKeys(record, record.userId === null ? ["kind", "id"] : ["kind", "id", "userId"])
  if (record.expires !== null) requireExpiry(record)
  if (!isText(record.data) || encoder.encode(record.data).length > RECORD_DATA_BYTES)
    throw new TypeError(`The data can't be stored. Pass JSON of at most ${RECORD_DATA_BYTES} bytes`)
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0") && value.isWellFormed()
}

/** @throws {TypeError} if `expires` isn't a valid date */
export function requireExpiry({ expires }: { expires: unknown }): void {
  if (!(expires instanceof Date) || Number.isNaN(expires.getTime()))
    throw new TypeError("The expiry can't be stored. Pass a valid Date")
}

/** Thrown if a row with the same key exists, or the row's owner doesn't. */
export class AdapterConflict extends Error {
  override readonly name = "AdapterConflict"
  /** The unique key that another row has the value of, or its columns. `undefined` if the database doesn't name it. */
  readonly uniqueKey: string | undefined

  constructor(message: string, options: { uniqueKey?: string | undefined } = {}) {
    super(message)
    this.uniqueKey = options.uniqueKey
  }
}

/** Returns the fields that are defined. */
export function definedFields<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
