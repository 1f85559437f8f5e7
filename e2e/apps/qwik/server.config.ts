import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite"
import { mergeConfig } from "vite"
import app from "./vite.config.ts"

/** The server build. */
export default mergeConfig(app, {
  build: {
    ssr: true,
    outDir: "dist/server",
    rollupOptions: { input: ["src/entry.node.ts", "@qwik-city-plan"] },
  },
  plugins: [nodeServerAdapter({ name: "node-server", ssg: null })],
})
