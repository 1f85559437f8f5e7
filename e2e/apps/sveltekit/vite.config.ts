import adapter from "@sveltejs/adapter-node"
import { sveltekit } from "@sveltejs/kit/vite"
import { defineConfig } from "vite"

// Of every provider that answers by a form post, Apple among them
const { FORM_POST_ORIGINS = "https://appleid.apple.com" } = process.env

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ out: "dist" }),
      // They must be let past SvelteKit's own guard; the service has a guard of its own
      csrf: { trustedOrigins: FORM_POST_ORIGINS.split(",") },
    }),
  ],
})
