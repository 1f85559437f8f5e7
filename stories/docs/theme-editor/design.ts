import { contrastRatio, toHex, parseColor, type Color } from "../../../components/theme/color.ts"
import { brandColors } from "../../../components/theme/brand.fixture.ts"
import type { Scheme } from "../../../components/theme/theme.ts"
import type { Theme, ThemeImage } from "../../../client/contract.ts"
import { shippedValue, splitLightDark, TOKENS } from "./tokens.ts"

/** A theme, and the custom properties that go beyond one. */
export interface Design {
  readonly theme: Theme
  /** By name; what is not set is as in auth.css. */
  readonly tokens: Readonly<Record<string, string>>
}

export const PLAIN: Design = { theme: { brandColor: "#5a4ae0" }, tokens: {} }

/** The files of images that a reader puts into their own app. The preview has pictures for them. */
export const IMAGES: Readonly<Record<string, ThemeImage | undefined>> = {
  None: undefined,
  "One for both": "/background.svg",
  "Light and dark": { light: "/background.svg", dark: "/background-dark.svg" },
}

/** The files of logos. */
export const LOGOS: Readonly<Record<string, ThemeImage | undefined>> = {
  None: undefined,
  "One for both": "/logo.svg",
  "Light and dark": { light: "/logo.svg", dark: "/logo-dark.svg" },
}

/** The name of an image in one of these tables. */
export const findName = (table: typeof IMAGES, image: ThemeImage | undefined): string =>
  Object.keys(table).find((name) => JSON.stringify(table[name]) === JSON.stringify(image)) ?? "None"

/** Whole designs to begin with. */
export const PRESETS: Readonly<Record<string, Design>> = {
  Plain: PLAIN,
  Harbour: {
    theme: { brandColor: "#0b6e79" },
    tokens: { "--auth-radius": "22px", "--auth-radius-card": "28px", "--auth-bg": "light-dark(#eef6f6, #06100f)" },
  },
  Paper: {
    theme: { brandColor: "#7c2d12" },
    tokens: {
      "--auth-font": '"Iowan Old Style", "Palatino Linotype", Georgia, serif',
      "--auth-radius": "4px",
      "--auth-radius-card": "6px",
      "--auth-bg": "light-dark(#f4efe6, #12100c)",
      "--auth-surface": "light-dark(#fffdf8, #181511)",
      "--auth-raised": "light-dark(#f8f3ea, #262119)",
    },
  },
  Bank: {
    theme: {
      brandColor: "#0f3a5c",
      layout: "split",
      image: "/background.svg",
      panel: "#0f2f48",
      logo: { light: "/logo.svg", dark: "/logo-dark.svg" },
      logoSize: 28,
    },
    tokens: { "--auth-radius": "3px", "--auth-title": "400 32px/1.25" },
  },
  Signal: {
    theme: { brandColor: "#facc15" },
    tokens: { "--auth-radius": "0px", "--auth-radius-card": "0px", "--auth-control": "48px", "--auth-shadow": "none" },
  },
}

/** The `theme` of a configuration, as a reader copies it. */
export function themeText({ theme }: Design): string {
  const fields = Object.entries(theme).filter(([, value]) => value !== undefined && value !== "")
  if (fields.length === 0) return "theme: {}"
  return `theme: {\n${fields.map(([name, value]) => `  ${name}: ${literal(value)},\n`).join("")}}`
}

function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${literal(part)}`)
    .join(", ")} }`
}

/** The configuration with this theme, as a whole file. */
export const configText = (design: Design): string =>
  `import { defineConfig } from "latchkit/server"\n\nexport const config = defineConfig({\n  ${themeText(design).replaceAll("\n", "\n  ")},\n  providers: [],\n})\n`

/** The stylesheet beside it, to stand after auth.css; empty where nothing differs. */
export function cssText({ tokens }: Design): string {
  const set = TOKENS.flatMap((token) => {
    const value = tokens[token.name]
    return value === undefined || value === shippedValue(token) ? [] : [`  ${token.name}: ${value};\n`]
  })
  return set.length === 0 ? "" : `:is(.auth-page, .auth-card, .auth-part) {\n${set.join("")}}`
}

/** Two colors that must be told apart, as they are in a scheme. */
export interface Check {
  readonly what: string
  readonly color: string
  readonly behind: string
  readonly ratio: number
  readonly wanted: number
  /** The brand color that would have stood there, where it was mended. */
  readonly mended?: string | undefined
}

const tokenValue = (design: Design, name: string): string => {
  const token = TOKENS.find((found) => found.name === name)
  return design.tokens[name] ?? (token ? shippedValue(token) : "")
}

/** What a reader must be able to tell apart, first what follows from the brand color, then what the host sets. */
export function contrastChecks(design: Design, scheme: Scheme): readonly Check[] {
  const at = (name: string) =>
    parseColor(splitLightDark(tokenValue(design, name))[scheme === "light" ? 0 : 1]) ?? [0, 0, 0]
  const card = at("--auth-surface")
  const brand = parseColor(design.theme.brandColor) ?? parseColor(PLAIN.theme.brandColor) ?? [0, 0, 0]
  const { onBrand, ink, ring, edge } = brandColors(brand, scheme, parseColor(design.theme.buttonText))
  const white = parseColor("#fff") ?? [255, 255, 255]
  return [
    check("Text on the button", [onBrand, brand], 4.5, design.theme.buttonText ? undefined : white),
    check("Links and icons", [ink, card], 4.5, brand),
    check("Focus ring", [ring, card], 3, brand),
    check("Edge of the button", [edge, card], 3, brand),
    check("Text", [at("--auth-ink"), card], 4.5),
    check("Soft text", [at("--auth-ink-soft"), card], 4.5),
    check("Edges of fields", [at("--auth-input-line"), card], 3),
    check("Danger", [at("--auth-danger"), at("--auth-danger-soft")], 4.5),
  ]
}

function check(what: string, [color, behind]: readonly [Color, Color], wanted: number, from?: Color): Check {
  const mended = from && toHex(from) !== toHex(color) ? toHex(from) : undefined
  return { what, color: toHex(color), behind: toHex(behind), ratio: contrastRatio(color, behind), wanted, mended }
}
