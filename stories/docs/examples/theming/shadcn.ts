import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  theme: {
    brand: { light: "oklch(0.205 0 0)", dark: "oklch(0.922 0 0)" }, // --primary
    page: { light: "oklch(1 0 0)", dark: "oklch(0.145 0 0)" }, // --background
    card: { light: "oklch(1 0 0)", dark: "oklch(0.205 0 0)" },
    ink: { light: "oklch(0.145 0 0)", dark: "oklch(0.985 0 0)" }, // --card-foreground
    line: { light: "oklch(0.922 0 0)", dark: "oklch(0.32 0 0)" }, // --border
    radius: { control: 8, card: 14 }, // --radius is 10 pixels
  },
})
