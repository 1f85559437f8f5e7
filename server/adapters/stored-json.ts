import type { JsonValue } from "../types.ts"

/**
 * Parses a column that holds a JSON object.
 *
 * @throws {TypeError} if another program wrote something else
 */
export function parseStoredObject(column: string, stored: string): Record<string, JsonValue> {
  const value: unknown = JSON.parse(stored)
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, JsonValue> // values of JSON
  throw new TypeError(`The column ${column} holds ${stored.slice(0, 40)}, but a JSON object was expected`)
}
