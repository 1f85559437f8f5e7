import css from "../../../components/auth.css?raw"
import { tokensIn } from "../../../e2e/tools/css-tokens.ts"

/** Every custom property as auth.css has it where nobody sets it. */
export const AS_SHIPPED: Readonly<Record<string, string>> = Object.fromEntries(tokensIn(css))

/** A custom property that a host may set; a color has a value for light and one for dark. */
export type Token = { readonly name: string; readonly label: string } & (
  | { readonly kind: "length"; readonly range: readonly [number, number] }
  | { readonly kind: "color" }
  | { readonly kind: "choice"; readonly choices: Readonly<Record<string, string>> }
)

const length = (name: string, label: string, ...range: readonly [number, number]): Token => ({
  kind: "length",
  name: `--auth-${name}`,
  label,
  range,
})

const color = (name: string, label: string): Token => ({ kind: "color", name: `--auth-${name}`, label })

const choice = (name: string, label: string, others: Readonly<Record<string, string>>): Token => ({
  kind: "choice",
  name: `--auth-${name}`,
  label,
  choices: { Default: AS_SHIPPED[`--auth-${name}`] ?? "", ...others },
})

export const SHAPE: readonly Token[] = [
  length("radius", "Corners of fields", 0, 26),
  length("radius-card", "Corners of cards", 0, 36),
  length("control", "Height of fields", 36, 60),
  length("width", "Width of cards", 320, 520),
]

export const CHOICES: readonly Token[] = [
  choice("font", "Font", {
    Serif: '"Iowan Old Style", "Palatino Linotype", Georgia, serif',
    Rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, sans-serif',
    Monospaced: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  }),
  choice("title", "Title", {
    Large: "600 28px/1.25",
    Light: "400 32px/1.25",
    Heavy: "800 24px/1.25",
  }),
  choice("shadow", "Shadow", {
    None: "none",
    Deep: "0 2px 4px light-dark(#17171c14, #0000), 0 32px 64px -16px light-dark(#17171c40, #0000)",
  }),
]

export const COLORS: readonly Token[] = [
  color("bg", "Page"),
  color("surface", "Card"),
  color("raised", "Hover"),
  color("popup", "Menus"),
  color("ink", "Text"),
  color("ink-soft", "Soft text"),
  color("line", "Hairlines"),
  color("input-line", "Edges of fields"),
  color("good", "Good news"),
  color("good-line", "Its edge"),
  color("danger", "Danger"),
  color("danger-soft", "Behind it"),
  color("danger-line", "Its edge"),
]

export const TOKENS: readonly Token[] = [...SHAPE, ...CHOICES, ...COLORS]

/** What the custom property is where nobody sets it. */
export const shippedValue = ({ name }: Token): string => AS_SHIPPED[name] ?? ""

/** A color for light and one for dark, as CSS has them. */
export const lightDark = ([light, dark]: readonly [string, string]): string => `light-dark(${light}, ${dark})`

/** The two colors of such a value. */
export function splitLightDark(value: string): readonly [light: string, dark: string] {
  const [, light = value, dark = value] = /^light-dark\(([^,]+), ([^)]+)\)$/.exec(value) ?? []
  return [light, dark]
}
