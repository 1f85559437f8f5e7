const NUMBER = String.raw`[+-]?(?:\d*\.)?\d+`
const SHARE = `(${NUMBER}%?)`
const PERCENT = `(${NUMBER})%?`
const ANGLE = `(${NUMBER})(?:deg)?`

const HEX = /^#(?:[\da-f]{3,4}|(?:[\da-f]{2}){3,4})$/i

const GAP = String.raw`(?:\s*,\s*|\s+)`

// The values of each function, and the unit of the last two in the rebuilt color
const COLOR_FUNCTIONS = [
  ["rgb", SHARE, SHARE, SHARE, ""],
  ["hsl", ANGLE, PERCENT, PERCENT, "%"],
  ["oklch", SHARE, SHARE, ANGLE, ""],
] as const

/**
 * Returns a color that is safe in a stylesheet: hex, rgb(), hsl() or oklch(), rebuilt from its numbers and without
 * transparency.
 *
 * @returns `undefined` for anything else, so that no other text reaches a stylesheet
 */
export function cssColor(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (HEX.test(text)) return text.slice(0, text.length < 6 ? 4 : 7)
  for (const [name, a, b, c, unit] of COLOR_FUNCTIONS) {
    const written = new RegExp(String.raw`^${name}a?\(\s*${a}${GAP}${b}${GAP}${c}(?:\s*[,/]\s*${NUMBER}%?)?\s*\)$`, "i")
    if (written.test(text)) return text.replace(written, `${name}($1 $2${unit} $3${unit})`)
  }
  return undefined
}
