import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  theme: {
    brand: { light: "#0f766e", dark: "#5eead4" },
    page: { light: "#f4efe6", dark: "#12100c" },
    card: { light: "#fffdf8", dark: "#1a1814" },
    radius: 6,
    font: "Iowan Old Style, Georgia, serif",
    title: { size: 28, weight: 500 },
    logo: "/logo.svg",
  },
  providers: [GitHub({ style: { brandColor: "#24292f" } })], // fills the button with the color
})

export const auth = createAuth(config)
