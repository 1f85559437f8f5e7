/**
 * The most bytes of UTF-8 that a key may have, in every adapter of ours. A longer one is never written and never
 * found: no database gets the chance to cut it short and so make it equal to another.
 */
export const KEY_BYTES = {
  id: 255,
  userId: 255,
  email: 1020,
  identifier: 1020,
  provider: 255,
  providerAccountId: 1020,
  type: 32,
  sessionToken: 512,
  token: 512,
  key: 512,
  // WebAuthn Level 3, section 7.1: at most 1023 bytes, before base64
  credentialID: 1400,
} as const

export type KeyName = keyof typeof KEY_BYTES

const encoder = new TextEncoder()

/**
 * Whether `value` can be a key at all: text that is not blank, that UTF-8 can say exactly, without NUL (which
 * PostgreSQL cannot store), and not too long. Of anything else there is no row, so a lookup need not ask.
 */
export function isKey(name: KeyName, value: unknown): value is string {
  if (typeof value !== "string" || value.length > KEY_BYTES[name]) return false
  if (value.trim() === "" || value.includes("\0") || !value.isWellFormed()) return false
  // A UTF-16 unit is at most three bytes of UTF-8; mostly that settles it without encoding
  return value.length * 3 <= KEY_BYTES[name] || encoder.encode(value).length <= KEY_BYTES[name]
}

/** What separates an address from the rest of a code's identifier: a link's identifier is `address`, a code's `address#request`. */
export const CODE_SEPARATOR = "#"

/** Returns the address in the identifier of a verification token. */
export function identifierAddress(identifier: string): string {
  const end = identifier.indexOf(CODE_SEPARATOR, identifier.lastIndexOf("@") + 1)
  return end < 0 ? identifier : identifier.slice(0, end)
}

/** Whether each of `names` is a key in `record`. */
export function hasKeys<Name extends KeyName>(record: unknown, names: readonly Name[]): record is Record<Name, string> {
  if (typeof record !== "object" || record === null) return false
  return names.every((name) => isKey(name, Reflect.get(record, name)))
}

/**
 * Lets a row pass whose keys can all be stored as they are.
 *
 * @throws {TypeError} that names the column, and never the value: keys are secrets and addresses
 */
export function requireKeys(record: object, names: readonly KeyName[]): void {
  const bad = names.find((name) => !isKey(name, Reflect.get(record, name)))
  if (bad === undefined) return
  const expected = `wanted text that is not blank, without NUL, of at most ${KEY_BYTES[bad]} bytes`
  throw new TypeError(`The ${bad} cannot be stored: ${expected}`)
}

/** Whether `value` is a date that stands for a moment. */
export function isValidDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

/** @throws {TypeError} unless `expires` is a date that stands for a moment */
export function requireExpiry({ expires }: { expires: unknown }): void {
  if (!isValidDate(expires)) throw new TypeError("The expiry cannot be stored: wanted a Date that stands for a moment")
}

/** Two keys of one row that must not both exist, or a row whose owner is gone. */
export class AdapterConflict extends Error {
  override readonly name = "AdapterConflict"
}

/** The columns of a passkey that may change. */
export const AUTHENTICATOR_CHANGES = ["name", "lastUsedAt", "credentialDeviceType", "credentialBackedUp"] as const

/** Of `changes` those columns that are named and given; whatever else an app without types hands over stays outside. */
export function pickChanges<Name extends string>(
  changes: { readonly [Key in Name]?: unknown },
  names: readonly Name[],
): Readonly<Partial<Record<Name, never>>> {
  const definedChanges = names.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]])
  return Object.fromEntries(definedChanges) as Partial<Record<Name, never>> // each value keeps the type that its column has
}
