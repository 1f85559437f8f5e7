import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer, Password } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"
import { isTeamAdmin, joinTeam } from "./teams.ts"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password({ signUp: "invite" }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
  callbacks: {
    // Days may have passed since the invitation: check again who invited
    signIn: async ({ invitation }) =>
      !invitation || isTeamAdmin(String(invitation.data["invitedBy"])),
  },
  events: {
    acceptInvitation: ({ user, data }) => joinTeam(user.id, String(data["team"])),
  },
})

export const auth = createAuth(config)
