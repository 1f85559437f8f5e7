/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(rgb|hsl|oklch)a?\(\s*([^()]{3,60})\)$/i
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?$/

/**
 * Reads a CSS colour: hex, rgb(), hsl(), oklch() or a name that `named` knows. Transparency is not kept.
 *
 * @returns undefined for everything else, so that no other text ever reaches a stylesheet
 */
export function parseColour(value: unknown, named?: (name: string) => Colour | undefined): Colour | undefined {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (HEX.test(text)) return parseHex(text.slice(1))
  const [, name, inside] = FUNCTION.exec(text) ?? []
  if (!name || !inside) return named?.(text.toLowerCase())
  const parts = inside.trim().split(/\s*[,/]\s*|\s+/)
  const numbers = parts.map((part) => NUMBER.exec(part))
  const [a, b, c] = numbers
  if (!a || !b || !c || parts.length > 4 || numbers.includes(null)) return undefined
  return READ[name.toLowerCase() as keyof typeof READ](a, b, c) // FUNCTION names no other
}

type Part = RegExpExecArray

const READ = {
  rgb: (...parts: [Part, Part, Part]) => clamp(parts.map((part) => scaled(part, 255))),
  hsl: (hue: Part, saturation: Part, lightness: Part) =>
    fromHsl(scaled(hue, 360), scaled(saturation, 1, 100), scaled(lightness, 1, 100)),
  oklch: (lightness: Part, chroma: Part, hue: Part) =>
    fromOklch(scaled(lightness, 1), scaled(chroma, 0.4), scaled(hue, 360)),
}

// a percentage is of `whole`; a bare number counts in units of 1/`units` of it
function scaled([, number, unit]: Part, whole: number, units = whole): number {
  return unit === "%" ? (Number(number) / 100) * whole : (Number(number) / units) * whole
}

function parseHex(digits: string): Colour {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as unknown as Colour // three of them
}

function clamp(channels: readonly number[]): Colour {
  return channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel)))) as unknown as Colour // three of them
}

// CSS Color 4, section 7.1
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return clamp([channel(0) * 255, channel(8) * 255, channel(4) * 255])
}

// CSS Color 4, section 18: OKLCH → OKLab → linear sRGB, in as many digits as eight bits a channel need; what lies outside sRGB is clipped
function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.39633778 * a + 0.21580376 * b) ** 3
  const m = (lightness - 0.10556135 * a - 0.06385417 * b) ** 3
  const s = (lightness - 0.08948418 * a - 1.29148555 * b) ** 3
  const gamma = (x: number) => 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)
  return clamp([
    gamma(4.0767417 * l - 3.3077116 * m + 0.2309699 * s),
    gamma(-1.268438 * l + 2.6097574 * m - 0.3413194 * s),
    gamma(-0.0041961 * l - 0.7034186 * m + 1.7076147 * s),
  ])
}

/** `#rrggbb`. */
export const hex = (colour: Colour): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

/** `amount` of the way from one colour to another. */
export const mix = (from: Colour, to: Colour, amount: number): Colour =>
  clamp(from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * amount))

/** Relative luminance of WCAG 2.2. */
export function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
