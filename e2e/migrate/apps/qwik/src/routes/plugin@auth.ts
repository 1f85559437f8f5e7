import { QwikAuth$ } from "@auth/qwik"
import Credentials from "@auth/qwik/providers/credentials"

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(({ env }) => ({
  secret: env.get("AUTH_SECRET"),
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
}))
