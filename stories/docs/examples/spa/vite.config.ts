import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const api = { target: "http://localhost:3000", changeOrigin: false } // Latchkit must see the page's own host

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "/auth": api, "/api": api } },
})
