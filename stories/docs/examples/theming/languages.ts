import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  providers: [GitHub()],
  languages: ["en", "de"], // the browser's language decides; the default is all of them
  messages: { de: { signIn: { title: "Anmelden bei {site}" } } },
})

export const auth = createAuth(config)
