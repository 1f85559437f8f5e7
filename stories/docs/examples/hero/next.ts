import { NextAuth } from "latchkit/next"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"

export const { handlers, auth, signIn, signOut } = NextAuth({
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google()],
})
