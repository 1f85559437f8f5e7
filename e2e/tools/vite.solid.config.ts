import solid from "vite-plugin-solid"
import { defineConfig } from "vite"

/** Solid's components compiled for the browser; apps that compile Solid themselves get the JSX beside it. */
export default defineConfig({
  plugins: [solid()],
  build: {
    outDir: "dist/components/solid/compiled",
    emptyOutDir: true,
    minify: false,
    lib: { entry: "components/solid/index.ts", formats: ["es"], fileName: "index" },
    rolldownOptions: { external: [/^solid-js/, /^@tanstack\//, /^\.\.\/\.\.\/client\//] },
  },
})
