import type { Theme } from "../../../client/contract.ts"
import { themeCssFor } from "../../../components/html/theme-css.ts"
import { toHex } from "../../../components/theme/color.ts"
import { contrastProblems } from "../../../components/theme/theme-contrast.ts"
import { themePalette } from "../../../components/theme/theme-palette.ts"
import { splitTheme, themeProblems } from "../../../components/theme/theme-problems.ts"
import { withoutPageVariables, type Scheme } from "../../../components/theme/theme.ts"
import type { Settings } from "../../core/config/settings.ts"
import { AuthError } from "../../errors.ts"

/** Returns the theme as a stylesheet: of the built-in pages, or of any page, where a color may be its variable. */
export async function pageThemeCss(theme: Theme, pages: "builtInPage" | "anyPage"): Promise<string> {
  return themeCssFor(pages === "builtInPage" ? withoutPageVariables(theme) : theme, pages)
}

/** Returns the color of the built-in pages, in light and dark. */
export async function pageColors(theme: Theme): Promise<Record<Scheme, string>> {
  const colorIn = (scheme: Scheme) => toHex(themePalette(theme, scheme)[theme.layout === "flush" ? "bg" : "surface"])
  return { light: colorIn("light"), dark: colorIn("dark") }
}

/** Logs what is hard to read, and what has no effect. */
export async function reportTheme({ theme, logger, rules }: Settings): Promise<void> {
  if (contrastProblems(theme).length > 0) logger.warn("button-text-contrast")
  const ignored = themeProblems(rules.lenientOptions ? theme : splitTheme(theme).ignorable)
  if (ignored.length > 0 && rules.lenientOptions) logger.warn("theme-ignored")
  else for (const problem of ignored) logger.error(new AuthError("InvalidConfiguration", `${problem}. It is ignored`))
}
