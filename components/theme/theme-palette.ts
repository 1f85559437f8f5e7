import type { Theme, ThemeColor } from "../../client/contract.ts"
import { contrastRatio, parseColor, readableTextColor, toHex, type Color } from "./color.ts"
import type { Scheme } from "./theme.ts"

/** The colors of a theme in one color scheme, by the name of their custom property without `--auth-`. */
export type Palette = Readonly<Record<(typeof NAMES)[number], Color>>

const NAMES = [
  "bg",
  "surface",
  "raised",
  "popup",
  "ink",
  "ink-soft",
  "line",
  "input-line",
  "brand",
  "on-brand",
  "brand-hover",
  "brand-edge",
  "brand-ink",
  "brand-soft",
  "ring",
] as const

/** The same colors as in auth.css. */
const DEFAULTS = {
  light: { page: "#f6f6f8", card: "#ffffff", ink: "#17171c", line: "#d6d6dd", brand: "#5a4ae0" },
  dark: { page: "#0d0d10", card: "#17171b", ink: "#f3f3f6", line: "#42424c", brand: "#5a4ae0" },
} as const

/** Returns the color of a token in a color scheme, or `undefined` if it has none or an invalid one. */
export const colorIn = (color: ThemeColor | undefined, scheme: Scheme): Color | undefined =>
  parseColor(typeof color === "object" ? color[scheme] : color)

/** Returns the app's brand color, by either name. */
export const themeBrand = ({ brand, brandColor }: Theme): ThemeColor | undefined => brand ?? brandColor

/**
 * Returns all colors of a theme. Those that it leaves out are derived, so that they can be read on the card and the
 * page: text has a contrast of 4.5:1, edges and the focus ring 3:1.
 */
export function themePalette(theme: Theme, scheme: Scheme): Palette {
  const own = (name: "page" | "card" | "ink" | "line") => colorIn(theme[name], scheme)
  const fallback = (name: keyof (typeof DEFAULTS)["light"], of = scheme) => parseColor(DEFAULTS[of][name]) ?? BLACK
  const page = own("page") ?? fallback("page")
  const card = own("card") ?? fallback("card")
  const inks = [fallback("ink", "light"), fallback("ink", "dark")] as const
  const ink = own("ink") ?? (contrastRatio(inks[0], card) > contrastRatio(inks[1], card) ? inks[0] : inks[1])
  const brand = colorIn(themeBrand(theme), scheme) ?? fallback("brand")
  const onBrand = colorIn(theme.buttonText, scheme) ?? readableTextColor(brand)
  const raised = mix(card, ink, scheme === "light" ? 0.035 : 0.05)
  const line =
    own("line") ?? ((theme.card ?? theme.ink) ? mix(card, ink, scheme === "light" ? 0.12 : 0.15) : fallback("line"))
  const soft = mix(card, brand, 0.14)
  const around = theme.layout === "flush" ? [card, page] : [card] // what controls stand on
  return {
    bg: page,
    surface: card,
    raised,
    popup: scheme === "light" ? card : raised,
    ink,
    "ink-soft": readable(mix(card, ink, 0.62), [card, raised, page], 4.5, ink),
    line,
    "input-line": readable(mix(card, ink, 0.4), around, 3, ink),
    brand,
    "on-brand": onBrand,
    "brand-hover": mix(brand, readableTextColor(onBrand), 0.1),
    "brand-edge": readable(brand, around, 3),
    "brand-ink": readable(brand, [card, raised, page, soft], 4.5),
    "brand-soft": soft,
    ring: readable(brand, [card, page], 3),
  }
}

const BLACK: Color = [0, 0, 0]
const STEPS = 24

const mix = (from: Color, to: Color, share: number): Color =>
  from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share)) as unknown as Color // three channels

/**
 * Returns the color, moved toward black, white or `toward` until it has the contrast on each background. If none of its
 * steps has it on all of them, the last one is returned.
 */
function readable(color: Color, backgrounds: readonly Color[], contrast: number, toward?: Color): Color {
  const end = toward ?? readableTextColor(backgrounds[0] ?? BLACK)
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => mix(color, end, step / STEPS))
  return steps.find((one) => backgrounds.every((background) => contrastRatio(one, background) >= contrast)) ?? end
}

/** Returns whether the browser can't derive the colors from one brand color, so that the palette is sent instead. */
export const needsPalette = (theme: Theme): boolean =>
  [theme.ink, theme.card, theme.page, theme.line].some((color) => color !== undefined) ||
  [themeBrand(theme), theme.buttonText].some((color) => typeof color === "object")

/** Returns the custom properties of a palette, with one value for light and one for dark if they differ. */
export function paletteTokens(theme: Theme): Record<string, string> {
  const [light, dark] = [themePalette(theme, "light"), themePalette(theme, "dark")]
  return Object.fromEntries(
    NAMES.map((name) => {
      const [one, other] = [toHex(light[name]), toHex(dark[name])]
      return [`--auth-${name}`, one === other ? one : `light-dark(${one},${other})`]
    }),
  )
}
