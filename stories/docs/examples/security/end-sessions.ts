import { defineConfig } from "latchkit/server"
import { GitHub } from "latchkit/providers/github"

const signedOut = new Map<string, number>() // your table: user → seconds since the epoch

export const endSessions = (user: string, now = Date.now()) =>
  void signedOut.set(user, Math.floor(now / 1000))

export const config = defineConfig({
  providers: [GitHub()],
  session: { maxAge: 8 * 60 * 60 },
  callbacks: {
    jwt({ token, trigger }) {
      if (trigger === "signIn" || trigger === "signUp")
        token["openedAt"] = Math.floor(Date.now() / 1000)
      const ended = signedOut.get(token.sub ?? "") ?? 0
      return Number(token["openedAt"] ?? 0) > ended ? token : null // null ends the session
    },
  },
})
