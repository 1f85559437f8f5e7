/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * JSON without `__proto__`, which no provider means; undefined where the text is none. A whole number above 2^53 stays as it
 * is written, as a text: a number would be that of its neighbours, and so be the id of several people.
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

/** A text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}
