import { cssColor } from "./css-color.ts"

/** Red, green and blue, each 0 to 255. */
export type Color = readonly [number, number, number]

/** Parses a color that {@link cssColor} accepts, for calculations on the server. A browser does its own. */
export function parseColor(value: unknown): Color | undefined {
  const text = cssColor(value)
  if (text?.startsWith("#")) return parseHex(text.slice(1))
  const [, name, a = "", b = "", c = ""] = /^(\w+)\((\S+) (\S+) (\S+)\)$/.exec(text ?? "") ?? []
  return name ? PARSERS[name as keyof typeof PARSERS](a, b, c) : undefined // cssColor accepts no other function
}

const PARSERS = {
  rgb: (...parts: [string, string, string]) => toColor(parts.map((part) => parseNumber(part, 255))),
  hsl: (hue: string, saturation: string, lightness: string) =>
    fromHsl(Number(hue), parseNumber(saturation, 1), parseNumber(lightness, 1)),
  oklch: (lightness: string, chroma: string, hue: string) =>
    fromOklch(parseNumber(lightness, 1), parseNumber(chroma, 0.4), Number(hue)),
}

// A percentage is relative to `whole`
const parseNumber = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * whole : Number(text)

function parseHex(digits: string): Color {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as unknown as Color // three of them
}

function toColor(channels: readonly number[]): Color {
  return channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel)))) as unknown as Color // three of them
}

// CSS Color 4, section 7.1
function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return toColor([channel(0) * 255, channel(8) * 255, channel(4) * 255])
}

// CSS Color 4, section 18: OKLCH → OKLab → linear sRGB, as precise as eight bits per channel need. Colors outside of
// sRGB are clipped
function fromOklch(lightness: number, chroma: number, hue: number): Color {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.39633778 * a + 0.21580376 * b) ** 3
  const m = (lightness - 0.10556135 * a - 0.06385417 * b) ** 3
  const s = (lightness - 0.08948418 * a - 1.29148555 * b) ** 3
  const gamma = (x: number) => 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)
  return toColor([
    gamma(4.0767417 * l - 3.3077116 * m + 0.2309699 * s),
    gamma(-1.268438 * l + 2.6097574 * m - 0.3413194 * s),
    gamma(-0.0041961 * l - 0.7034186 * m + 1.7076147 * s),
  ])
}

/** Returns the color as `#rrggbb`. */
export const toHex = (colour: Color): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

/** Returns the relative luminance of WCAG 2.2, 0 to 1. */
export function relativeLuminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Returns the contrast ratio of WCAG 2.2, 1 to 21. */
export function contrastRatio(one: Color, other: Color): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Returns white if it has a contrast of at least 4.5:1, otherwise black. The stylesheets do the same. */
export const readableTextColor = (colour: Color): Color =>
  relativeLuminance(colour) > 0.183 ? [0, 0, 0] : [255, 255, 255]
