import type { Theme } from "../../client/contract.ts"
import { cssFont, inRange } from "./css-values.ts"
import { layoutRules } from "./theme-layout.ts"
import { themeBrand, needsPalette, paletteTokens } from "./theme-palette.ts"
import { forcedScheme, isVariable, logoSize, themeTokens } from "./theme.ts"

/** Height of controls, and the space between fields and around the content of a card, in pixels. */
const DENSITIES = {
  compact: { control: 36, gap: 10, padding: 24 },
  spacious: { control: 52, gap: 20, padding: 44 },
} as const

/** Returns all custom properties of a theme, by name. Invalid values are left out. */
export function allThemeTokens(theme: Theme): Record<string, string> {
  const brand = themeBrand(theme)
  const derived = themeTokens({ ...theme, brandColor: typeof brand === "string" ? brand : undefined })
  // Of a variable, only the browser knows the color
  const colors = needsPalette(theme) ? { ...paletteTokens(theme), ...(isVariable(brand) && derived) } : derived
  const { size = 22, weight = 600 } = theme.title ?? {}
  const density = densityTokens(theme)
  const logo = logoSize(theme)
  return withoutUndefined({
    ...colors,
    ...radiusTokens(theme.radius),
    "--auth-font": cssFont(theme.font),
    "--auth-title":
      theme.title && inRange(size, 14, 56) && inRange(weight, 100, 900)
        ? `${weight} calc(${size / 16}*var(--auth-rem,1rem))/1.25`
        : undefined,
    "--auth-title-font": cssFont(theme.title?.font),
    ...(logo !== undefined && { "--auth-logo": `${logo}px` }),
    "--auth-control": density && `${density.control}px`,
  })
}

/** Returns the rules of a theme that aren't custom properties of the components. */
export function themeRules(theme: Theme): string {
  const scheme = forcedScheme(theme)
  const forced = scheme && `:is(.auth-page,.auth-card,.auth-part):not([data-scheme]){color-scheme:${scheme}}`
  return [forced, densityRules(theme), layoutRules(theme)].filter(Boolean).join("")
}

// More specific than the rules of auth.css, so that the order of the stylesheets doesn't matter. They are in no layer,
// because the first stylesheet that names one decides its place among those of the app
function densityRules(theme: Theme): string {
  const density = densityTokens(theme)
  if (!density) return ""
  const { gap, padding } = density
  return (
    `:root .auth-form{gap:${gap}px}:root .auth-head{margin-block-end:${gap * 1.5}px}` +
    `@media(min-width:481px){:root .auth-card:not([data-part^="account"]){padding:${padding}px}` +
    `:root .auth-foot{margin:${gap + 10}px -${padding}px -${padding}px}}`
  )
}

function densityTokens({ density }: Theme) {
  return density === "compact" || density === "spacious" ? DENSITIES[density] : undefined
}

/** Returns the corner radius of controls and of cards, as custom properties. */
export function radiusTokens(radius: Theme["radius"]): Record<string, string | undefined> {
  const { control, card } = typeof radius === "object" ? radius : { control: radius, card: radius && radius * 1.6 }
  return {
    "--auth-radius": inRange(control, 0, 32) ? `${control}px` : undefined,
    "--auth-radius-card": inRange(card, 0, 64) ? `${Math.round(card)}px` : undefined,
  }
}

const withoutUndefined = (tokens: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
