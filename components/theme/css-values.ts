const GENERIC: ReadonlySet<string> = new Set([
  "serif",
  "sans-serif",
  "monospace",
  "cursive",
  "fantasy",
  "system-ui",
  "ui-serif",
  "ui-sans-serif",
  "ui-monospace",
  "ui-rounded",
  "-apple-system",
  "BlinkMacSystemFont",
])

const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u

/**
 * Returns a list of font families that is safe in a stylesheet. Each name is quoted, unless it is a generic one.
 *
 * @returns `undefined` for anything else, so that no other text reaches a stylesheet
 */
export function cssFont(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 400) return undefined
  const names = value.split(",").map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"))
  if (!names.every((name) => GENERIC.has(name) || FAMILY.test(name))) return undefined
  return names.map((name) => (GENERIC.has(name) ? name : `"${name}"`)).join(",")
}

export const inRange = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && value >= min && value <= max
