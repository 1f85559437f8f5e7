import type { ProviderStyle, Theme } from "../../client/contract.ts"
import { cssColor } from "./css-color.ts"

export type Scheme = "light" | "dark"

const BRAND_COLOR = "var(--auth-brand)"

// White if it has a contrast of at least 4.5:1, otherwise black. y is the luminance of WCAG 2.2
const IS_DARK = "clamp(0,(.183 - y)*1e9,1)"
const READABLE_TEXT = `color(from ${BRAND_COLOR} xyz calc(.9505*${IS_DARK}) ${IS_DARK} calc(1.089*${IS_DARK}))`

// The brand itself if it is dark enough in light mode, or light enough in dark mode. OKLCH keeps its hue; the numbers
// hold for every color
const clampLightness = (light: number, dark: number): string =>
  `light-dark(oklch(from ${BRAND_COLOR} min(l,${light}) c h),oklch(from ${BRAND_COLOR} max(l,${dark}) c h))`

// 3:1 on a card
const EDGE = clampLightness(0.6, 0.6)

const CARD_TOKENS = {
  "--auth-brand-ink": clampLightness(0.49, 0.7),
  "--auth-ring": EDGE,
  "--auth-brand-soft": `color-mix(in srgb,${BRAND_COLOR} 14%,#0000)`,
}

/** The text and other colors of a filled button. */
const filledTokens = (brand: string, text = READABLE_TEXT): Record<string, string> => ({
  "--auth-brand": brand,
  "--auth-on-brand": text,
  // Hovering moves the button's color away from its text, so that the text stays readable
  "--auth-brand-hover": `color-mix(in srgb,${BRAND_COLOR} 90%,oklch(from var(--auth-on-brand) calc(1 - l) c h))`,
  "--auth-brand-edge": EDGE,
})

// Only the app's variables: one of Latchkit's would refer to itself
const VARIABLE = /^var\((--(?!auth-)[\w-]+)\)$/

/** Returns whether a value is a color, or a variable of the surrounding page. */
export const isThemeColor = (value: unknown): boolean => themeColor(value, "") !== undefined

/** Returns whether a value is a variable of the surrounding page. */
export const isVariable = (value: unknown): boolean => VARIABLE.test(String(value))

/** Returns a color, or a variable of the surrounding page with its fallback. */
function themeColor(value: unknown, otherwise: string): string | undefined {
  const [, name] = VARIABLE.exec(String(value)) ?? []
  return name ? `var(${name},${otherwise})` : cssColor(value)
}

/**
 * Returns the custom properties of a theme, by name. Empty if there is no theme, or none of it is valid.
 *
 * The browser derives them from the brand color: text has a contrast of at least 4.5:1; the ring, icons and edges have
 * 3:1.
 */
export function themeTokens(theme: Theme | undefined): Record<string, string> {
  const brand = themeColor(theme?.brandColor, "#5a4ae0")
  const text = themeColor(theme?.buttonText, READABLE_TEXT)
  const size = logoSize(theme)
  return {
    ...(brand ? { ...filledTokens(brand, text), ...CARD_TOKENS } : text && { "--auth-on-brand": text }),
    ...(size && { "--auth-logo": `${size}px` }),
  }
}

/**
 * Returns a theme for use outside of the app's pages, for example in an email. Removes a variable as brand color, and
 * the button text that goes with it.
 */
export function withoutPageVariables(theme: Theme): Theme {
  const { brand, brandColor, buttonText: _, ...rest } = theme
  const color = brand ?? brandColor
  return color === undefined || typeof color === "object" || cssColor(color) !== undefined ? theme : rest
}

/** Returns the custom properties that fill a provider's button with the app's color, or `undefined` without one. */
export function fillTokens(style: ProviderStyle | undefined): Record<string, string> | undefined {
  const fill = cssColor(style?.brandColor ?? style?.bg)
  return fill === undefined ? undefined : filledTokens(fill, cssColor(style?.text))
}

/** Returns a logo's URL if it is https or a path on the same origin, otherwise `undefined`. */
export function safeImage(address: unknown): string | undefined {
  // eslint-disable-next-line no-control-regex -- control characters are what is rejected
  if (typeof address !== "string" || /[\u0000-\u0020\\]/.test(address)) return undefined
  if (/^\/(?!\/)/.test(address)) return address
  return /^https:\/\/[^/@]+(?:\/|$)/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/** Returns the safe URLs of an image in light and dark, or `undefined` unless there are two. */
export function imagePair(image: unknown): Readonly<Record<Scheme, string>> | undefined {
  const { light = image, dark = image } = Object(image) as Partial<Record<Scheme, unknown>> // a string has no such fields
  const [one, other] = [safeImage(light), safeImage(dark)]
  return one && other ? { light: one, dark: other } : undefined
}

/** Returns the logo of a theme or a provider as a card shows it. */
export function logoView(theme: Pick<Theme, "colorScheme" | "logo"> | undefined): LogoView | undefined {
  const pair = imagePair(theme?.logo)
  const scheme = forcedScheme(theme)
  return pair && { src: pair[scheme ?? "light"], dark: scheme || pair.dark === pair.light ? undefined : pair.dark }
}

/** Returns the letter that stands for a site without a logo, or `undefined` if the site has no name. */
export const firstLetter = (siteName: string | undefined): string | undefined =>
  [...(siteName ?? "")][0]?.toLocaleUpperCase()

/** A logo. */
export interface LogoView {
  readonly src: string
  /** Its URL in dark mode, if it differs. */
  readonly dark?: string | undefined
}

/** Returns the height of a theme's logo in pixels, if it has a valid one. */
export function logoSize(theme: Theme | undefined): number | undefined {
  const size = theme?.logoSize
  return typeof size === "number" && size >= 16 && size <= 120 ? size : undefined
}

/** Returns `light` or `dark` if the theme forces one. */
export const forcedScheme = (theme: Pick<Theme, "colorScheme"> | undefined): Scheme | undefined =>
  (["light", "dark"] as const).find((scheme) => scheme === theme?.colorScheme)
