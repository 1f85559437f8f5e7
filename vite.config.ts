import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import solid from "vite-plugin-solid"
import { defineConfig } from "vitest/config"
import { latchkitByName } from "./stories/.storybook/by-name.ts"

export default defineConfig({
  plugins: [
    latchkitByName(),
    react({ include: /\/(client\/react|components\/react|stories\/(?!docs\/examples\/solid)|e2e)[^?]*\.tsx?$/ }),
    solid({
      include: [/\/client\/solid[^/]*\.tsx$/, /\/components\/solid\/.*\.tsx$/, /\/examples\/solid\/.*\.tsx$/],
      ssr: true,
    }),
    svelte({ include: ["**/*.svelte", "**/*.svelte.ts"], configFile: false }),
  ],
  test: {
    include: [
      "{client,components,server,stories}/**/*.test.{ts,tsx}",
      "e2e/*.test.ts",
      "e2e/{databases,cluster,runtimes}/*.test.ts",
    ],
    css: { include: [/auth\.css\?raw/] }, // read by the theme editor
    maxWorkers: "100%", // a test waits for databases and servers about as long as it computes
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
