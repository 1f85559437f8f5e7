import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"
import { isAdmin } from "./admins.ts"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [GitHub()],
  account: { administration: true },
  callbacks: {
    // Asked again at each request of such a session
    impersonate: async ({ actor, user }) => isAdmin(actor.id) && !isAdmin(user.id),
  },
})

export const auth = createAuth(config)
