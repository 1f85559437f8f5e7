import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  theme: { brandColor: "#0f766e" },
  providers: [GitHub(), Google()], // AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GOOGLE_ID, …
})

export const auth = createAuth(config)
