import { cssColour } from "./css-colour.ts"

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** Reads a colour that {@link cssColour} lets through: for sums on the server; a browser does its own. */
export function parseColour(value: unknown): Colour | undefined {
  const text = cssColour(value)
  if (text?.startsWith("#")) return parseHex(text.slice(1))
  const [, name, a = "", b = "", c = ""] = /^(\w+)\((\S+) (\S+) (\S+)\)$/.exec(text ?? "") ?? []
  return name ? READ[name as keyof typeof READ](a, b, c) : undefined // the grammar knows no other
}

const READ = {
  rgb: (...parts: [string, string, string]) => clamp(parts.map((part) => scaled(part, 255))),
  hsl: (hue: string, saturation: string, lightness: string) =>
    fromHsl(Number(hue), scaled(saturation, 1), scaled(lightness, 1)),
  oklch: (lightness: string, chroma: string, hue: string) =>
    fromOklch(scaled(lightness, 1), scaled(chroma, 0.4), Number(hue)),
}

// a percentage is of `whole`
const scaled = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * whole : Number(text)

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

/** White where white has 4.5:1 at least, otherwise black: as the stylesheets have it. */
export const readableOn = (colour: Colour): Colour => (luminance(colour) > 0.183 ? [0, 0, 0] : [255, 255, 255])
