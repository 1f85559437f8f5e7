import adapter from "@sveltejs/adapter-node"
import { sveltekit } from "@sveltejs/kit/vite"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ out: "dist" }),
      // A provider that answers by a form post must be let past SvelteKit's own guard; the service has a guard of its own
      csrf: { trustedOrigins: ["https://appleid.apple.com", "http://localhost:4190"] },
    }),
  ],
})
