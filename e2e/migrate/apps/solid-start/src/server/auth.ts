import type { SolidAuthConfig } from "@auth/solid-start"
import Credentials from "@auth/solid-start/providers/credentials"

declare module "@auth/solid-start" {
  interface Session {
    role?: unknown
  }
}

export const authOptions: SolidAuthConfig = {
  basePath: "/api/auth",
  trustHost: true,
  providers: [
    Credentials({
      credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
      authorize: async ({ name, password }) =>
        password === "open sesame" ? { id: "1", name: String(name), email: "ada@example.com" } : null,
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: "reader" } : token),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
}
