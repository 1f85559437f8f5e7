import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  theme: {
    brandColor: "#0f766e",
    buttonText: "#fff",
    colorScheme: "dark",
    layout: "split",
    image: { light: "/background.svg", dark: "/background-dark.svg" },
    panel: "#0d2b45",
    logo: { light: "/logo.svg", dark: "/logo-dark.svg" },
    logoSize: 28,
    density: "compact",
  },
  providers: [],
})
