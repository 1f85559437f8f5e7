import type { ProviderStyle, Theme } from "../../client/contract.ts"
import { contrast, hex, mix, parseColour, type Colour } from "./colour.ts"

export type Scheme = "light" | "dark"

/** The custom properties that follow from a brand colour. */
export interface BrandTokens {
  /** The primary button. */
  readonly brand: Colour
  /** The primary button, pointed at. */
  readonly brandHover: Colour
  /** Text on both. */
  readonly onBrand: Colour
  /** Links and icons on the card and the page. */
  readonly ink: Colour
  /** The focus ring. */
  readonly ring: Colour
  /** A tint behind an icon. */
  readonly soft: Colour
  /** The primary button's hairline, seen where the button itself is hardly seen. */
  readonly edge: Colour
}

const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]

/** Page and card, as auth.css has them. */
export const SURFACES: Record<Scheme, { page: Colour; card: Colour }> = {
  light: { page: [246, 246, 248], card: WHITE },
  dark: { page: [13, 13, 16], card: [23, 23, 27] },
}

/** What a brand colour becomes in a scheme: text at 4.5:1 at least, ring, icons and edges at 3:1. */
export function brandTokens(brand: Colour, scheme: Scheme, buttonText?: Colour): BrandTokens {
  const { page, card } = SURFACES[scheme]
  const away = scheme === "light" ? BLACK : WHITE
  const onBrand = buttonText ?? (contrast(brand, WHITE) >= 4.5 ? WHITE : readableOn(brand))
  const soft = mix(card, brand, scheme === "light" ? 0.12 : 0.16)
  // hovering moves the button away from its text, so what was readable stays so
  const brandHover = mix(brand, contrast(onBrand, BLACK) > contrast(onBrand, WHITE) ? BLACK : WHITE, 0.1)
  const ink = until(brand, away, (colour) => [page, card, soft].every((behind) => contrast(colour, behind) >= 4.5))
  const ring = until(brand, away, (colour) => [page, card].every((behind) => contrast(colour, behind) >= 3))
  return { brand, brandHover, onBrand, ink, ring, soft, edge: contrast(brand, card) >= 3 ? brand : ring }
}

const readableOn = (colour: Colour): Colour => (contrast(colour, WHITE) > contrast(colour, BLACK) ? WHITE : BLACK)

function until(from: Colour, to: Colour, enough: (colour: Colour) => boolean): Colour {
  const step = Array.from({ length: 50 }, (_, index) => mix(from, to, index / 50)).find(enough)
  return step ?? to
}

/** The custom properties of a theme, by name; empty where nothing is themed or nothing can be read. */
export function themeTokens(
  theme: Theme | undefined,
  named?: (name: string) => Colour | undefined,
): Record<string, string> {
  const brand = parseColour(theme?.brandColor, named)
  const text = parseColour(theme?.buttonText, named)
  if (!brand) return text ? { "--auth-on-brand": hex(text) } : {}
  return written([...BUTTON, ...AROUND], brand, text)
}

/** The custom properties that fill a provider's button as the host asks; undefined where it stays calm. */
export function fillTokens(style: ProviderStyle | undefined): Record<string, string> | undefined {
  const fill = parseColour(style?.brandColor ?? style?.bg)
  return fill && written(BUTTON, fill, parseColour(style?.text))
}

type Properties = readonly (readonly [property: string, token: keyof BrandTokens])[]

/** What a filled button is painted with. */
const BUTTON: Properties = [
  ["--auth-brand", "brand"],
  ["--auth-brand-hover", "brandHover"],
  ["--auth-on-brand", "onBrand"],
  ["--auth-brand-edge", "edge"],
]

const AROUND: Properties = [
  ["--auth-brand-ink", "ink"],
  ["--auth-ring", "ring"],
  ["--auth-brand-soft", "soft"],
]

function written(properties: Properties, brand: Colour, text: Colour | undefined): Record<string, string> {
  const [light, dark] = [brandTokens(brand, "light", text), brandTokens(brand, "dark", text)]
  return Object.fromEntries(
    properties.map(([property, token]) => [property, either(hex(light[token]), hex(dark[token]))]),
  )
}

const either = (light: string, dark: string): string => (light === dark ? light : `light-dark(${light},${dark})`)

/** What is wrong with a theme, in sentences for the host's log. */
export function themeProblems(theme: Theme | undefined, named?: (name: string) => Colour | undefined): string[] {
  const brand = parseColour(theme?.brandColor, named)
  const text = parseColour(theme?.buttonText, named)
  const problems: string[] = []
  if (theme?.brandColor !== undefined && !brand)
    problems.push("theme.brandColor is no colour that can be read; it is not used")
  if (theme?.buttonText !== undefined && !text)
    problems.push("theme.buttonText is no colour that can be read; it is not used")
  if (brand && text && contrast(brand, text) < 4.5) {
    problems.push(
      `theme.buttonText on theme.brandColor has a contrast of ${contrast(brand, text).toFixed(2)}; text needs 4.5`,
    )
  }
  if (theme?.logo !== undefined && !safeImage(theme.logo))
    problems.push("theme.logo is neither an https URL nor a path; it is not used")
  return problems
}

/** A logo's address when it is https or a path on the same origin, otherwise undefined. */
export function safeImage(address: unknown): string | undefined {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (typeof address !== "string" || /[\u0000-\u0020\\]/.test(address)) return undefined
  if (/^\/(?!\/)/.test(address)) return address
  return /^https:\/\/[^/@]+(?:\/|$)/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/** `light` or `dark` where the theme forces one. */
export const forcedScheme = (theme: Theme | undefined): Scheme | undefined =>
  theme?.colorScheme === "light" || theme?.colorScheme === "dark" ? theme.colorScheme : undefined
