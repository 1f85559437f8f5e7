/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * Parses JSON without `__proto__`. Returns `undefined` if the text isn't JSON. A whole number above 2^53 becomes a
 * string:
 * as a number it would be rounded, and two users could have the same id.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, reviveExactNumber)
  } catch {
    return undefined
  }
}

function reviveExactNumber(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === "__proto__") return undefined
  const rounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
  return rounded && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value
}

/** Returns whether a value is a string that isn't empty. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}
