const NUMBER = String.raw`[+-]?(?:\d*\.)?\d+`
const SHARE = `(${NUMBER}%?)`
const PERCENT = `(${NUMBER})%?`
const ANGLE = `(${NUMBER})(?:deg)?`

const HEX = /^#(?:[\da-f]{3,4}|(?:[\da-f]{2}){3,4})$/i

const GAP = String.raw`(?:\s*,\s*|\s+)`

// The values of each function, and how they are rebuilt
const COLOR_FUNCTIONS = [
  ["rgb", [SHARE, SHARE, SHARE], "rgb($1 $2 $3)"],
  ["hsl", [ANGLE, PERCENT, PERCENT], "hsl($1 $2% $3%)"],
  ["oklch", [SHARE, SHARE, ANGLE], "oklch($1 $2 $3)"],
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
  for (const [name, values, rebuilt] of COLOR_FUNCTIONS) {
    const written = new RegExp(String.raw`^${name}a?\(\s*${values.join(GAP)}(?:\s*[,/]\s*${NUMBER}%?)?\s*\)$`, "i")
    if (written.test(text)) return text.replace(written, rebuilt)
  }
  return undefined
}
