import { readPath, type Source } from "./template.ts"

/** Returns the value at a plain path inside a value of unknown shape, or `undefined`. */
export function valueAt(value: unknown, path: string): unknown {
  return readPath(path, value)
}

/** Joins strings and numbers with spaces, and skips everything else. Returns an empty string if there are none. */
export function joinText(...parts: readonly unknown[]): string {
  return parts
    .filter((part) => typeof part === "string" || typeof part === "number")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()
}

/** Returns the first object of a list for which `matches` returns true. */
export function findIn(list: unknown, matches: (entry: Source) => boolean): Source | undefined {
  if (!Array.isArray(list)) return undefined
  return list.find((entry): entry is Source => typeof entry === "object" && entry !== null && matches(entry as Source)) // any object can be read
}

/** Returns whether a flag is set, for a provider that documents the string `"true"` besides the boolean. */
export function isTrueOrText(value: unknown): boolean {
  return value === true || value === "true"
}

/** Returns whether a value is a date string, for a provider that sends when an address was confirmed. */
export function isDate(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value))
}
