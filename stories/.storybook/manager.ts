import { addons } from "storybook/manager-api"
import { create } from "storybook/theming"

const base = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
const isDark = base === "dark"

addons.setConfig({
  theme: create({
    base,
    brandTitle: "Latchkit",
    fontBase: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Inter, sans-serif',
    colorPrimary: "#3f4ad8",
    colorSecondary: isDark ? "#8b96ff" : "#3f4ad8",
    appBg: isDark ? "#111114" : "#ffffff",
    appContentBg: isDark ? "#111114" : "#ffffff",
    appPreviewBg: isDark ? "#111114" : "#ffffff",
    appBorderColor: isDark ? "#34343c" : "#e3e3e8",
    appBorderRadius: 10,
    barBg: isDark ? "#111114" : "#ffffff",
    inputBorderRadius: 8,
  }),
  layout: { showPanel: false }, // the controls are a keystroke away (A), and cover no story
})
