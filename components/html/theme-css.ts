import type { Theme } from "../../client/contract.ts"
import { allThemeTokens, themeRules } from "../theme/theme-tokens.ts"
import { cssRule, providerCss, type StyledProvider } from "./provider-css.ts"

export type { StyledProvider }

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
