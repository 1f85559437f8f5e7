import type { ProviderStyle, ProviderType, Theme } from "../../client/contract.ts"
import { allThemeTokens, themeRules } from "../theme/theme-tokens.ts"
import { fillTokens } from "../theme/theme.ts"

/** The fields of a provider that {@link themeCss} reads. */
export interface StyledProvider {
  id: string
  type?: ProviderType
  style?: ProviderStyle | undefined
}

/**
 * Returns the app's theme as a stylesheet, with the colors of providers that have a `style`. Empty without either. The
 * app's own elements can use its custom properties, too.
 */
export function themeCss(theme: Theme = {}, providers: Iterable<StyledProvider> = []): string {
  return themeCssFor(":root,.auth-page,.auth-card,.auth-part", theme, providers)
}

/** Returns the theme of a built-in page, where no element around a card has values of its own. */
export const pageThemeCss = (theme: Theme, providers: Iterable<StyledProvider>): string =>
  themeCssFor(":root", theme, providers)

function themeCssFor(selector: string, theme: Theme, providers: Iterable<StyledProvider>): string {
  const buttons = [...providers].map(({ id, type, style }) => {
    const name = escapeCssIdentifier(id)
    const selector = type === "webauthn" ? `[data-passkey="${name}"]` : `[data-provider="${name}"] .auth-button`
    return cssRule(selector, fillTokens(style))
  })
  const tokens = cssRule(selector, allThemeTokens(theme))
  return [tokens, themeRules(theme), ...buttons].join("")
}

function cssRule(selector: string, tokens: Readonly<Record<string, string>> = {}): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return declarations.length === 0 ? "" : `${selector}{${declarations.join(";")}}`
}

// A tenant's provider id must not end its selector or the style element
const escapeCssIdentifier = (text: string) =>
  text.replace(/[^\w-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
