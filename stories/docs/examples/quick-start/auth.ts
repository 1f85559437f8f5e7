import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  providers: [GitHub()], // AUTH_GITHUB_ID, AUTH_GITHUB_SECRET
})

export const auth = createAuth(config)
