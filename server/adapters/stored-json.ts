import * as v from "valibot"
import type { JsonValue } from "../types.ts"

const jsonObject = v.record(v.string(), v.unknown())

/**
 * Parses a column that holds a JSON object.
 *
 * @throws {TypeError} if another program wrote something else
 */
export function parseStoredObject(column: string, stored: string): Record<string, JsonValue> {
  const { success, output } = v.safeParse(jsonObject, JSON.parse(stored))
  if (success) return output as Record<string, JsonValue> // values of JSON
  throw new TypeError(`The column ${column} holds ${stored.slice(0, 40)}, but a JSON object was expected`)
}
