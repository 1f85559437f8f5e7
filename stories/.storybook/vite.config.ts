import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import solid from "vite-plugin-solid"
import { defineConfig } from "vite"
import { latchkitByName } from "./by-name.ts"
import { docsSite } from "./docs-plugin.ts"

export default defineConfig({
  plugins: [
    latchkitByName(),
    docsSite(),
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
  // Lightning CSS would lower `light-dark()` to variables that only exist below an element with a color scheme
  build: { chunkSizeWarningLimit: 4000, cssTarget: "esnext" },
})
