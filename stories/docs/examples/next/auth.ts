import { NextAuth } from "latchkit/next"
import { GitHub } from "latchkit/providers/github"

export const { handlers, auth, signIn, signOut } = NextAuth({
  siteName: "Acme",
  providers: [GitHub()],
  callbacks: {
    // asked by the proxy: anything but true and a response denies
    authorized: ({ auth, request }) =>
      auth !== null || !new URL(request.url).pathname.startsWith("/journal"),
  },
})
