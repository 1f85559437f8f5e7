import type { ProviderStyle, Theme } from "../../client/contract.ts"
import { contrastRatio, parseColor } from "./color.ts"
import { cssColor } from "./css-color.ts"

export type Scheme = "light" | "dark"

const BRAND_COLOR = "var(--auth-brand)"

// White where white has 4.5:1 at least, otherwise black: y is the luminance of WCAG 2.2
const IS_DARK = "clamp(0,(.183 - y)*1e9,1)"
const READABLE_TEXT = `color(from ${BRAND_COLOR} xyz calc(.9505*${IS_DARK}) ${IS_DARK} calc(1.089*${IS_DARK}))`

// The brand itself where it is dark enough in light, or light enough in dark. OKLCH keeps its hue; the numbers hold for every colour
const clampLightness = (light: number, dark: number): string =>
  `light-dark(oklch(from ${BRAND_COLOR} min(l,${light}) c h),oklch(from ${BRAND_COLOR} max(l,${dark}) c h))`

/** What a filled button is painted with, beside its own colour. */
const BUTTON_TOKENS = {
  // hovering moves the button away from its text, so what was readable stays so
  "--auth-brand-hover": `color-mix(in srgb,${BRAND_COLOR} 90%,oklch(from var(--auth-on-brand) calc(1 - l) c h))`,
  "--auth-brand-edge": clampLightness(0.6, 0.6),
}

const CARD_TOKENS = {
  "--auth-brand-ink": clampLightness(0.49, 0.7),
  "--auth-ring": clampLightness(0.6, 0.6),
  "--auth-brand-soft": `color-mix(in srgb,${BRAND_COLOR} 14%,#0000)`,
}

const filledTokens = (brand: string, text = READABLE_TEXT): Record<string, string> => ({
  "--auth-brand": brand,
  "--auth-on-brand": text,
  ...BUTTON_TOKENS,
})

// Of the host's own: one of ours would stand for itself
const VARIABLE = /^var\((--(?!auth-)[\w-]+)\)$/

/** A colour, or a variable of the page's around, with what stands in for it where there is none. */
function themeColor(value: unknown, otherwise: string): string | undefined {
  const [, name] = VARIABLE.exec(String(value)) ?? []
  return name ? `var(${name},${otherwise})` : cssColor(value)
}

/**
 * The custom properties of a theme, by name; empty where nothing is themed or nothing can be read. The browser derives them from
 * the colour, with text at 4.5:1 at least, ring, icons and edges at 3:1.
 */
export function themeTokens(theme: Theme | undefined): Record<string, string> {
  const brand = themeColor(theme?.brandColor, "#5a4ae0")
  const text = themeColor(theme?.buttonText, READABLE_TEXT)
  if (!brand) return text ? { "--auth-on-brand": text } : {}
  return { ...filledTokens(brand, text), ...CARD_TOKENS }
}

/** A theme where no page of the host's is around, as in a mail: a variable is no colour there, nor its text one to read on ours. */
export function withoutPageVariables(theme: Theme): Theme {
  const { brandColor, buttonText: _, ...rest } = theme
  return brandColor === undefined || cssColor(brandColor) !== undefined ? theme : rest
}

/** The custom properties that fill a provider's button as the host asks; undefined where it stays calm. */
export function fillTokens(style: ProviderStyle | undefined): Record<string, string> | undefined {
  const fill = cssColor(style?.brandColor ?? style?.bg)
  return fill === undefined ? undefined : filledTokens(fill, cssColor(style?.text))
}

/** What is wrong with a theme, in sentences for the host's log. */
export function themeProblems(theme: Theme | undefined): string[] {
  const [brand, text] = [parseColor(theme?.brandColor), parseColor(theme?.buttonText)]
  const problems: string[] = []
  if (theme?.brandColor !== undefined && !themeColor(theme.brandColor, ""))
    problems.push("theme.brandColor is no colour that can be read; it is not used")
  if (theme?.buttonText !== undefined && !themeColor(theme.buttonText, ""))
    problems.push("theme.buttonText is no colour that can be read; it is not used")
  if (brand && text && contrastRatio(brand, text) < 4.5) {
    problems.push(
      `theme.buttonText on theme.brandColor has a contrast of ${contrastRatio(brand, text).toFixed(2)}; text needs 4.5`,
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
