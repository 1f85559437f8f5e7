import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [GitHub()],
  cookies: {
    // A cookie with a domain can't have the prefix `__Host-`
    sessionToken: { name: "__Secure-acme.session", options: { domain: "acme.example" } },
  },
})

export const auth = createAuth(config)
