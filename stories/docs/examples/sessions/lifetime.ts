import { GitHub } from "latchkit/providers/github"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [GitHub()],
  callbacks: {
    // Colleagues get eight hours, and a cookie that ends with the browser
    lifetime: ({ user }) =>
      user.email?.endsWith("@acme.example") ? { maxAge: 8 * 60 * 60, remember: false } : {},
  },
})
