import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import solid from "vite-plugin-solid"
import { defineConfig } from "vite"
import { latchkitByName } from "./by-name.ts"

export default defineConfig({
  plugins: [
    latchkitByName(),
    react({
      include: /\/(client\/react|components\/react|stories\/(?!stage\/solid|docs\/examples\/solid))[^?]*\.tsx?$/,
    }),
    solid({
      include: [
        /\/client\/solid[^/]*\.tsx$/,
        /\/components\/solid\/.*\.tsx$/,
        /\/stories\/(stage\/solid|docs\/examples\/solid\/[^?]*)\.tsx$/,
      ],
    }),
    svelte({ include: ["**/*.svelte", "**/*.svelte.ts"], configFile: false }),
  ],
  // For an older target, `light-dark()` would become variables that a card in the other scheme does not change
  build: { chunkSizeWarningLimit: 4000, target: "esnext", cssTarget: "esnext" },
})
