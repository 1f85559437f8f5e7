import type { DefaultSession } from "next-auth"
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- as the documentation of Auth.js writes it
import type { JWT } from "next-auth/jwt"

declare module "next-auth" {
  interface Session {
    user: { id: string; role: string } & DefaultSession["user"]
  }
  interface User {
    role: string
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    id: string
    role: string
  }
}
