import { DOCS_PREPARED, STORY_CHANGED, STORY_PREPARED } from "storybook/internal/core-events"
import { addons } from "storybook/manager-api"
import { create } from "storybook/theming"

const base = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
const isDark = base === "dark"

/** A page of the documentation has its own header and sidebar. Stories keep Storybook's. */
const unlessDocs = ({ viewMode }: { viewMode?: string | undefined }, shown: boolean) => viewMode !== "docs" && shown

// Without a path, Storybook opens the first story instead of the first page
if (!new URLSearchParams(location.search).has("path"))
  history.replaceState(null, "", "./?path=/docs/start-overview--docs")

// A page of the documentation has its own menu on a phone, so manager-head.html hides Storybook's
addons.register("latchkit/view", (api) => {
  const update = () => void (document.body.dataset["view"] = api.getUrlState().viewMode)
  for (const event of [DOCS_PREPARED, STORY_CHANGED, STORY_PREPARED]) api.on(event, update)
  update()
})

addons.setConfig({
  theme: create({
    base,
    brandTitle: "Latchkit",
    brandUrl: "./?path=/docs/start-overview--docs",
    brandTarget: "_self",
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
  layoutCustomisations: { showSidebar: unlessDocs, showToolbar: unlessDocs, showPanel: unlessDocs },
})
