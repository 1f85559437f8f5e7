import type { Theme } from "../../client/contract.ts"
import { cssColor } from "./css-color.ts"
import { cssFont, inRange } from "./css-values.ts"
import { imagePair, isThemeColor, safeImage } from "./theme.ts"

/** The values of a token. `expected` is the end of a sentence that starts with "Use". */
interface TokenRow {
  readonly expected: string
  accepts(value: unknown): boolean
}

const COLOR_FORMS = "hex, rgb(), hsl() or oklch()"
const isPair = (value: unknown): value is { light: unknown; dark: unknown } =>
  typeof value === "object" && value !== null && Object.keys(value).every((key) => key === "light" || key === "dark")
const hasColor = (value: unknown): boolean => cssColor(value) !== undefined

const COLOR: TokenRow = {
  expected: `${COLOR_FORMS}, or { light, dark } with one of them for each`,
  accepts: (value) => (isPair(value) ? hasColor(value.light) && hasColor(value.dark) : hasColor(value)),
}
const BRAND: TokenRow = {
  expected: `${COLOR_FORMS} or var(--name), or { light, dark } with a color for each`,
  accepts: (value) => isThemeColor(value) || COLOR.accepts(value),
}
const FILE = "an https URL or a path on this site"
const ICON: TokenRow = { expected: FILE, accepts: (value) => safeImage(value) !== undefined }
const IMAGE: TokenRow = {
  expected: `${FILE}, or { light, dark } with one of them for each`,
  accepts: (value) => (typeof value === "string" || isPair(value)) && imagePair(value) !== undefined,
}
const FONT: TokenRow = {
  expected: "names of font families, separated by commas",
  accepts: (value) => cssFont(value) !== undefined,
}
const pixels = (min: number, max: number): TokenRow => ({
  expected: `a number of pixels from ${min} to ${max}`,
  accepts: (value) => inRange(value, min, max),
})
const choice = (...choices: readonly string[]): TokenRow => ({
  expected: choices.map((one) => JSON.stringify(one)).join(" or "),
  accepts: (value) => choices.includes(String(value)),
})
const fields = (rows: Readonly<Record<string, TokenRow>>): TokenRow => ({
  expected: `{ ${Object.entries(rows)
    .map(([name, { expected }]) => `${name}: ${expected}`)
    .join(", ")} }`,
  accepts: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(([name, one]) => one === undefined || rows[name]?.accepts(one)),
})
const RADII = fields({ control: pixels(0, 32), card: pixels(0, 64) })

const TOKENS: { readonly [Name in keyof Theme]-?: TokenRow } = {
  brand: BRAND,
  brandColor: BRAND,
  buttonText: BRAND,
  ink: COLOR,
  card: COLOR,
  page: COLOR,
  line: COLOR,
  radius: {
    expected: "a number of pixels from 0 to 32, or { control, card } with one for each",
    accepts: (value) => inRange(value, 0, 32) || (RADII.accepts(value) && Object.keys(Object(value)).length === 2),
  },
  font: FONT,
  title: fields({
    size: pixels(14, 56),
    weight: { ...pixels(100, 900), expected: "a number from 100 to 900" },
    font: FONT,
  }),
  density: choice("compact", "comfortable", "spacious"),
  colorScheme: choice("auto", "light", "dark"),
  layout: choice("card", "split", "flush"),
  image: IMAGE,
  panel: COLOR,
  logo: IMAGE,
  logoSize: pixels(16, 120),
  favicon: ICON,
}

/** Splits a theme into the values that Auth.js has, of which invalid ones are ignored, and the rest. */
export function splitTheme(theme: Theme): { ignorable: Theme; strict: Theme } {
  if (typeof theme !== "object" || theme === null) return { ignorable: {}, strict: theme }
  const { brandColor, buttonText, logo, colorScheme, ...strict } = theme
  return { ignorable: { brandColor, buttonText, logo, colorScheme }, strict }
}

/** Returns the mistakes in a theme as sentences. Each names the token, what was found and what is expected. */
export function themeProblems(theme: Theme | undefined): string[] {
  if (theme === undefined) return []
  if (typeof theme !== "object" || theme === null) return ["`theme` isn't an object. Use an object of tokens"]
  return Object.entries(theme).flatMap(([name, value]) => {
    const row = Object.hasOwn(TOKENS, name) ? TOKENS[name as keyof Theme] : undefined // checked by hasOwn
    if (!row) return [`\`theme.${name}\` isn't a token. Use ${Object.keys(TOKENS).join(", ")}`]
    return value === undefined || row.accepts(value)
      ? []
      : [`\`theme.${name}\` is ${describe(value)}. Use ${row.expected}`]
  })
}

const describe = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100)
