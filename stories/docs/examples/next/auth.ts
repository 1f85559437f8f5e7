import { NextAuth } from "latchkit/next"
import { GitHub } from "latchkit/providers/github"

export const { handlers, auth, signIn, signInProps, signOut } = NextAuth({
  siteName: "Acme",
  providers: [GitHub()],
  callbacks: {
    // The proxy calls this. Only `true` and a `Response` allow the request
    authorized: ({ auth, request }) =>
      auth !== null || !new URL(request.url).pathname.startsWith("/journal"),
  },
})
