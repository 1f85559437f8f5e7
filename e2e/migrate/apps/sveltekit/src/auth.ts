import { SvelteKitAuth } from "@auth/sveltekit"
import Credentials from "@auth/sveltekit/providers/credentials"

export const { handle, signIn, signOut } = SvelteKitAuth({
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
})
