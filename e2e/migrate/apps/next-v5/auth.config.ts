import type { NextAuthConfig } from "next-auth"

// The middleware runs on the Edge, which has no database
export const authConfig = {
  pages: { signIn: "/login" },
  session: { strategy: "jwt" },
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user
      if (nextUrl.pathname.startsWith("/admin")) return auth?.user.role === "admin"
      if (nextUrl.pathname.startsWith("/dashboard")) return isLoggedIn
      if (isLoggedIn && nextUrl.pathname === "/login") return Response.redirect(new URL("/dashboard", nextUrl))
      return true
    },
    jwt({ token, user }) {
      if (user) {
        token.id = user.id ?? ""
        token.role = user.role
      }
      return token
    },
    session({ session, token }) {
      session.user.id = token.id
      session.user.role = token.role
      return session
    },
  },
  providers: [],
} satisfies NextAuthConfig
