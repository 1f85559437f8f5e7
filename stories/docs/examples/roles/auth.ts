import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"
import { roleOf } from "./members.ts"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [GitHub()],
  callbacks: {
    // Stored sessions call this at each read, so a new role counts at once
    session: async ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, role: await roleOf(user.id) },
    }),
  },
})

export const auth = createAuth(config)
