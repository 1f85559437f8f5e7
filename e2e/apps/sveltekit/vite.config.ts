import adapter from "@sveltejs/adapter-node"
import { sveltekit } from "@sveltejs/kit/vite"
import { defineConfig } from "vite"

// The origin of every provider that responds with a form post, such as Apple
const { FORM_POST_ORIGINS = "https://appleid.apple.com" } = process.env

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ out: "dist" }),
      // SvelteKit's CSRF check must let them pass. Latchkit has its own check
      csrf: { trustedOrigins: FORM_POST_ORIGINS.split(",") },
      experimental: { remoteFunctions: true },
      compilerOptions: { experimental: { async: true } },
    }),
  ],
})
