import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [GitHub()],
  callbacks: {
    // With stored sessions, this callback gets `user` instead of `token`
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub },
    }),
  },
})

export const auth = createAuth(config)
