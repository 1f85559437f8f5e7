/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** JSON without `__proto__`, which no provider means; undefined where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value))
  } catch {
    return undefined
  }
}

/** A text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}
