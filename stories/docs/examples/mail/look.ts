import { Resend } from "latchkit/providers"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8", logo: "/logo.svg" },
  emails: { logo: "/logo.png", footer: "Nightbook · 12 Observatory Lane, Zürich" },
  providers: [Resend({ from: "Nightbook <hello@nightbook.example>" })],
})
