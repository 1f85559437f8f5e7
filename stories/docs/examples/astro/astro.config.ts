import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"

if (process.argv.includes("dev")) process.loadEnvFile() // Astro keeps .env out of process.env

export default defineConfig({
  output: "server",
  security: { checkOrigin: false }, // the middleware checks it, but not for Latchkit
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
})
