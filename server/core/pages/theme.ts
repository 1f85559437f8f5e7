import type { Theme } from "../../../client/contract.ts"
import { providerCss } from "../../../components/html/theme-css.ts"
import type { Scheme } from "../../../components/theme/theme.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import { memoize } from "../crypto/memory.ts"
import { sha256 } from "../crypto/bytes.ts"

/** The theme of pages. A Worker without one carries none. */
export interface PageTheme {
  /** Returns the theme as a stylesheet: of the built-in pages, or of any page, where a color may be its variable. */
  css(theme: Theme, pages: "builtInPage" | "anyPage"): Awaitable<string>
  /** Returns the color of the built-in pages, in light and dark. */
  colors(theme: Theme): Awaitable<Record<Scheme, string>>
}

interface ThemeFeature extends ConfiguredFeature {
  readonly pageTheme?: PageTheme
}

/** The same colors as in auth.css. */
const COLORS = { light: "#ffffff", dark: "#17171b" }

function pageThemeIn({ features }: Settings): PageTheme | undefined {
  const rows: readonly ThemeFeature[] = features
  return rows.find(({ pageTheme }) => pageTheme)?.pageTheme
}

/** Returns the theme as a stylesheet, with the colors of providers. */
export async function themeStyles(settings: Settings, pages: "builtInPage" | "anyPage"): Promise<string> {
  const theme = await pageThemeIn(settings)?.css(settings.theme, pages)
  return `${theme ?? ""}${providerCss(settings.providers.values())}`
}

/** Returns the color of the built-in pages, in light and dark. */
export async function pageColors(settings: Settings): Promise<Record<Scheme, string>> {
  return (await pageThemeIn(settings)?.colors(settings.theme)) ?? COLORS
}

/** Returns the theme's stylesheet for pages of the app, where a brand color may be their variable. */
export const themeFile = memoize(async (settings: Settings) => {
  const body = await themeStyles(settings, "anyPage")
  return { body, etag: `"${(await sha256(body)).slice(0, 16)}"` }
})
