import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  theme: { brandColor: "#0f766e", colorScheme: "auto", logo: "/logo.svg" },
  providers: [GitHub({ style: { brandColor: "#24292f" } })], // fills the button with the color
})

export const auth = createAuth(config)
