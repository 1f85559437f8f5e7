import type { Theme } from "../../client/contract.ts"
import { contrastRatio, toHex, type Color } from "./color.ts"
import { themeBrand, colorIn, themePalette } from "./theme-palette.ts"

/** Returns the texts of a theme that are hard to read, as sentences. Derived colors aren't among them. */
export function contrastProblems(theme: Theme): string[] {
  const schemes = theme.colorScheme === "light" || theme.colorScheme === "dark" ? [theme.colorScheme] : SCHEMES
  return schemes.flatMap((scheme) => {
    const { ink, surface } = themePalette(theme, scheme)
    const [brand, text] = [colorIn(themeBrand(theme), scheme), colorIn(theme.buttonText, scheme)]
    return [
      ...(brand && text
        ? lowContrast("buttonText", text, themeBrand(theme) === theme.brand ? "brand" : "brandColor", brand)
        : []),
      ...(theme.ink === undefined ? [] : lowContrast("ink", ink, "card", surface)),
    ].map((problem) => `${problem} in ${scheme}`)
  })
}

const SCHEMES = ["light", "dark"] as const

function lowContrast(name: string, text: Color, on: string, background: Color): string[] {
  const ratio = contrastRatio(text, background)
  if (ratio >= 4.5) return []
  return [
    `\`theme.${name}\` ${toHex(text)} has a contrast of ${ratio.toFixed(2)} on \`theme.${on}\` ${toHex(background)}. Text needs 4.5`,
  ]
}
