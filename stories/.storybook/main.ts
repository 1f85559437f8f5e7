import type { StorybookConfig } from "@storybook/react-vite"

/** One instance for all renderings: a story is a React element that hosts whichever is chosen in the toolbar. */
const config: StorybookConfig = {
  framework: {
    name: "@storybook/react-vite",
    options: { builder: { viteConfigPath: "stories/.storybook/vite.config.ts" } },
  },
  stories: ["../{components,emails,own,pages,query}/*.stories.{ts,tsx}"],
  staticDirs: ["./public"],
  addons: ["@storybook/addon-a11y"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
}

export default config // Storybook asks for it
