import { defineConfig } from "latchkit/server"
import { Google } from "latchkit/providers/google"

export const config = defineConfig({
  providers: [Google()],
  callbacks: {
    // Runs before each sign-in. Return true to allow it, or a URL to redirect to
    signIn: ({ profile }) =>
      profile?.email_verified === true && profile.email?.endsWith("@acme.example") === true,
  },
})
