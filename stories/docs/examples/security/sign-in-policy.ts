import { defineConfig } from "latchkit/server"
import { Google } from "latchkit/providers/google"

export const config = defineConfig({
  providers: [Google()],
  callbacks: {
    // asked before a session is opened: anything but true or an address of yours refuses
    signIn: ({ profile }) =>
      profile?.email_verified === true && profile.email?.endsWith("@acme.example") === true,
  },
})
