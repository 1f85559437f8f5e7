import type { Theme } from "../../../client/contract.ts"
import { contrastRatio, parseColor, readableTextColor, toHex, type Color } from "../../../components/theme/color.ts"
import { themeBrand, colorIn, needsPalette, themePalette } from "../../../components/theme/theme-palette.ts"
import { radiusTokens } from "../../../components/theme/theme-tokens.ts"
import { withoutPageVariables, type Scheme } from "../../../components/theme/theme.ts"

/** The default brand color, as in auth.css. */
const DEFAULT_BRAND: Color = [90, 74, 224]

const BASE = {
  light: { page: "#f6f6f8", card: "#ffffff", raised: "#f7f7f9", ink: "#17171c", soft: "#62626d", line: "#d6d6dd" },
  dark: { page: "#0d0d10", card: "#17171b", raised: "#212127", ink: "#f3f3f6", soft: "#a2a2ae", line: "#42424c" },
} as const

/** The contrast of a URL with the card. Small text in a brand color looks dim in the dark at 4.5:1. */
const LINK_CONTRAST: Record<Scheme, number> = { light: 4.5, dark: 7 }

const DANGER: Record<Scheme, Color> = { light: [179, 38, 30], dark: [209, 52, 56] }

/** The colors of an email in one color scheme, each as `#rrggbb`. */
export interface MailColors {
  page: string
  card: string
  /** The box around a code. */
  raised: string
  ink: string
  /** Small print. */
  soft: string
  line: string
  /** A URL that is shown as text. */
  link: string
  /** The button. */
  fill: string
  onFill: string
  /** The button's border. It has a contrast of 3:1 with the card, even if the brand color hasn't. */
  edge: string
  /** Corner radius of buttons and boxes, with its unit. */
  radius: string
  cardRadius: string
}

/** Returns an email's colors. Email programs calculate no colors, so the server does. An invalid color is ignored. */
export function mailColors(
  theme: Theme,
  { scheme, danger = false }: { scheme: Scheme; danger?: boolean | undefined },
): MailColors {
  const own = withoutPageVariables(theme)
  const brand = colorIn(themeBrand(own), scheme) ?? DEFAULT_BRAND
  const fill = danger ? DANGER[scheme] : brand
  const onFill = (danger ? undefined : colorIn(own.buttonText, scheme)) ?? readableTextColor(fill)
  const base = needsPalette(own) ? surfaces(own, scheme) : BASE[scheme]
  const radii = radiusTokens(theme.radius)
  const card = parseColor(base.card) ?? [255, 255, 255]
  return {
    ...base,
    link: toHex(withContrast(brand, card, LINK_CONTRAST[scheme])),
    fill: toHex(fill),
    onFill: toHex(onFill),
    edge: toHex(withContrast(fill, card, 3)),
    radius: radii["--auth-radius"] ?? "10px",
    cardRadius: radii["--auth-radius-card"] ?? "16px",
  }
}

/** Returns the colors of an app that sets more than its brand. */
function surfaces(theme: Theme, scheme: Scheme) {
  const { bg, surface, raised, ink, "ink-soft": soft, line } = themePalette(theme, scheme)
  return {
    page: toHex(bg),
    card: toHex(surface),
    raised: toHex(raised),
    ink: toHex(ink),
    soft: toHex(soft),
    line: toHex(line),
  }
}

/** Mixes a color with black or white until it contrasts enough with what is behind it. */
function withContrast(color: Color, behind: Color, ratio: number): Color {
  const target = readableTextColor(behind)
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, target, step / 20))
  return steps.find((mixed) => contrastRatio(mixed, behind) >= ratio) ?? target
}

function mix([r1, g1, b1]: Color, [r2, g2, b2]: Color, share: number): Color {
  const channel = (one: number, other: number) => Math.round(one + (other - one) * share)
  return [channel(r1, r2), channel(g1, g2), channel(b1, b2)]
}
