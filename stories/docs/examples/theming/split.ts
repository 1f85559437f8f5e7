import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Harbour Bank",
  theme: {
    layout: "split",
    brand: { light: "#0f3a5c", dark: "#8ec5f0" },
    panel: "#0d2b45",
    image: "/harbour.svg",
    logo: { light: "/harbour-logo.svg", dark: "/harbour-logo-dark.svg" },
    logoSize: 28,
  },
})
