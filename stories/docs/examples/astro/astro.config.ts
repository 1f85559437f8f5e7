import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"

export default defineConfig({
  output: "server",
  security: { checkOrigin: false }, // the middleware checks it, but not for Latchkit
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
})
