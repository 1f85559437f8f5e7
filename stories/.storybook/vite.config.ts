import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import solid from "vite-plugin-solid"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [
    react({ include: /\/(client\/react|components\/react|stories\/(?!stage\/solid))[^?]*\.tsx?$/ }),
    solid({
      include: [/\/client\/solid[^/]*\.tsx$/, /\/components\/solid\/.*\.tsx$/, /\/stories\/stage\/solid\.tsx$/],
    }),
    svelte({ include: ["**/*.svelte", "**/*.svelte.ts"], configFile: false }),
  ],
  build: { chunkSizeWarningLimit: 4000 },
})
