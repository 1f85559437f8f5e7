const NUMBER = String.raw`[+-]?(?:\d*\.)?\d+`
const SHARE = `(${NUMBER}%?)`
const PERCENT = `(${NUMBER})%?`
const ANGLE = `(${NUMBER})(?:deg)?`

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

const COLOR_FUNCTIONS = [
  { written: notationPattern("rgb", SHARE, SHARE, SHARE), as: "rgb($1 $2 $3)" },
  { written: notationPattern("hsl", ANGLE, PERCENT, PERCENT), as: "hsl($1 $2% $3%)" },
  { written: notationPattern("oklch", SHARE, SHARE, ANGLE), as: "oklch($1 $2 $3)" },
]

function notationPattern(name: string, ...parts: string[]): RegExp {
  const alpha = String.raw`(?:\s*[,/]\s*${NUMBER}%?)?`
  return new RegExp(String.raw`^${name}a?\(\s*${parts.join(String.raw`(?:\s*,\s*|\s+)`)}${alpha}\s*\)$`, "i")
}

/**
 * Returns a color that is safe in a stylesheet: hex, rgb(), hsl() or oklch(), rebuilt from its numbers and without
 * transparency.
 *
 * @returns `undefined` for anything else, so that no other text reaches a stylesheet
 */
export function cssColor(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (HEX.test(text)) return text.length < 6 ? text.slice(0, 4) : text.slice(0, 7)
  const match = COLOR_FUNCTIONS.find(({ written }) => written.test(text))
  return match && text.replace(match.written, match.as)
}
