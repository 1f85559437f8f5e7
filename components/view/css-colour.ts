const NUMBER = String.raw`[+-]?(?:\d*\.)?\d+`
const SHARE = `(${NUMBER}%?)`
const PERCENT = `(${NUMBER})%?`
const ANGLE = `(${NUMBER})(?:deg)?`

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

const FUNCTIONS = [
  { written: notation("rgb", SHARE, SHARE, SHARE), as: "rgb($1 $2 $3)" },
  { written: notation("hsl", ANGLE, PERCENT, PERCENT), as: "hsl($1 $2% $3%)" },
  { written: notation("oklch", SHARE, SHARE, ANGLE), as: "oklch($1 $2 $3)" },
]

function notation(name: string, ...parts: string[]): RegExp {
  const alpha = String.raw`(?:\s*[,/]\s*${NUMBER}%?)?`
  return new RegExp(String.raw`^${name}a?\(\s*${parts.join(String.raw`(?:\s*,\s*|\s+)`)}${alpha}\s*\)$`, "i")
}

/**
 * A colour as it may stand in a stylesheet: hex, rgb(), hsl() or oklch(), written anew of its numbers and without transparency.
 *
 * @returns undefined for everything else, so that no other text ever reaches one
 */
export function cssColour(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (HEX.test(text)) return text.length < 6 ? text.slice(0, 4) : text.slice(0, 7)
  const found = FUNCTIONS.find(({ written }) => written.test(text))
  return found && text.replace(found.written, found.as)
}
