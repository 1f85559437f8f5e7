import { splitTheme, themeProblems } from "../../../components/theme/theme-problems.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./theme.ts")

/** The app's colors, fonts, sizes and layout. */
export const theme: Feature = {
  name: "theme",
  warnings: {
    "button-text-contrast":
      "A text color of `theme` has less than 4.5:1 contrast: `buttonText` on the brand color, or `ink` on `card`",
    "theme-ignored":
      "A value of `theme` is invalid and has no effect. Use a color in hex, rgb(), hsl() or oklch(), and an https URL or a path as logo",
  },
  isOn: (settings) => Object.keys(settings.theme).length > 0,
  problems: ({ theme: own, rules }) => (rules.lenientOptions ? [] : themeProblems(splitTheme(own).strict)),
  report: lazy(load, "reportTheme"),
  pageTheme: { css: lazy(load, "pageThemeCss"), colors: lazy(load, "pageColors") },
}
