import Credentials from "@auth/express/providers/credentials"
import type { ExpressAuthConfig } from "@auth/express"

export const authConfig: ExpressAuthConfig = {
  trustHost: true,
  secret: process.env.AUTH_SECRET,
  providers: [
    Credentials({
      credentials: { name: { label: "Name" }, password: { label: "Password", type: "password" } },
      authorize: async ({ name, password }) =>
        password === "open sesame" ? { id: "1", name: String(name), email: "ada@example.com" } : null,
    }),
  ],
}
