import type { ProviderStyle, ProviderType, Theme } from "../../client/contract.ts"
import { allThemeTokens, themeRules } from "../theme/theme-tokens.ts"
import { fillTokens } from "../theme/theme.ts"

/** The fields of a provider that its colors need. */
export interface StyledProvider {
  id: string
  type?: ProviderType
  style?: ProviderStyle | undefined
}

/** The elements that take a theme. On a built-in page, no element around a card has values of its own. */
const SELECTORS = { anyPage: ":root,.auth-page,.auth-card,.auth-part", builtInPage: ":root" } as const

/**
 * Returns the app's theme as a stylesheet, with the colors of providers that have a `style`. Empty without either. The
 * app's own elements can use its custom properties, too.
 */
export function themeCss(theme: Theme = {}, providers: Iterable<StyledProvider> = []): string {
  return themeCssFor(theme, "anyPage") + providerCss(providers)
}

/** Returns the theme of the built-in pages, or of any page, without the colors of providers. */
export function themeCssFor(theme: Theme, pages: keyof typeof SELECTORS): string {
  return cssRule(SELECTORS[pages], allThemeTokens(theme)) + themeRules(theme)
}

/** Returns the colors of providers that have a `style`, as a stylesheet. */
export function providerCss(providers: Iterable<StyledProvider>): string {
  const rules = [...providers].map(({ id, type, style }) => {
    const name = escapeCssIdentifier(id)
    const selector = type === "webauthn" ? `[data-passkey="${name}"]` : `[data-provider="${name}"] .auth-button`
    return cssRule(selector, fillTokens(style))
  })
  return rules.join("")
}

/** Returns a rule with these declarations. Empty without any. */
function cssRule(selector: string, declarations: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? "" : `${selector}{${lines.join(";")}}`
}

// A tenant's provider id must not end its selector or the style element
const escapeCssIdentifier = (text: string) =>
  text.replace(/[^\w-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
