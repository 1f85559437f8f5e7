import { readableTextColor, type Color } from "./color.ts"
import type { Scheme } from "./theme.ts"

/** The colors that are derived from a brand color. */
export interface BrandColors {
  /** The primary button. */
  readonly brand: Color
  /** Text on the primary button. */
  readonly onBrand: Color
  /** The primary button on hover. */
  readonly hover: Color
  /** The button's border, which is visible if the button itself hardly is. */
  readonly edge: Color
  /** Links and icons on the card and the page. */
  readonly ink: Color
  /** The focus ring. */
  readonly ring: Color
  /** A tint behind an icon. */
  readonly soft: Color
}

/** Page and card, as in auth.css. */
export const SURFACES: Record<Scheme, { readonly page: Color; readonly card: Color }> = {
  light: { page: [246, 246, 248], card: [255, 255, 255] },
  dark: { page: [13, 13, 16], card: [23, 23, 27] },
}

/** Repeats a browser's calculations with a theme's tokens, as it paints them: in eight bits, clipped to sRGB. */
export function brandColors(brand: Color, scheme: Scheme, buttonText?: Color): BrandColors {
  const clampLightness = (light: number, dark: number) =>
    withLightness(brand, (lightness) => (scheme === "light" ? Math.min(lightness, light) : Math.max(lightness, dark)))
  const onBrand = buttonText ?? readableTextColor(brand)
  return {
    brand,
    onBrand,
    hover: mix(
      brand,
      withLightness(onBrand, (lightness) => 1 - lightness),
      0.1,
    ),
    edge: clampLightness(0.6, 0.6),
    ink: clampLightness(0.49, 0.7),
    ring: clampLightness(0.6, 0.6),
    soft: mix(SURFACES[scheme].card, brand, 0.14),
  }
}

const mix = (from: Color, to: Color, share: number): Color =>
  toPixel(from.map((channel, index) => (channel + ((to[index] ?? 0) - channel) * share) / 255))

const toPixel = (channels: readonly number[]): Color =>
  channels.map((channel) => Math.round(255 * Math.min(1, Math.max(0, channel)))) as unknown as Color // there are three channels

// CSS Color 4, section 18: sRGB → OKLab → sRGB
function withLightness(colour: Color, changed: (lightness: number) => number): Color {
  const lms = multiply(TO_LMS, colour.map(linear)).map(Math.cbrt)
  const [lightness = 0, a = 0, b = 0] = multiply(TO_LAB, lms)
  const cubes = multiply(FROM_LAB, [changed(lightness), a, b]).map((part) => part ** 3)
  return toPixel(multiply(FROM_LMS, cubes).map(gamma))
}

const linear = (channel: number): number =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

const gamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)

type Matrix = readonly (readonly number[])[]

const multiply = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0))

const TO_LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const FROM_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const FROM_LMS: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]
