import { PrismaAdapter } from "@auth/prisma-adapter"
import NextAuth from "next-auth"
import Credentials from "next-auth/providers/credentials"
import GitHub from "next-auth/providers/github"
import { authConfig } from "./auth.config"
import { prisma } from "./lib/prisma"

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  ...authConfig,
  adapter: PrismaAdapter(prisma),
  providers: [
    GitHub({
      enterprise: { baseUrl: process.env.GITHUB_BASE_URL },
      profile: (profile) => ({
        id: String(profile.id),
        name: profile.name ?? profile.login,
        email: profile.email,
        image: profile.avatar_url,
        role: profile.login === "grace" ? "admin" : "member",
      }),
    }),
    Credentials({
      async authorize(credentials) {
        const user = await prisma.user.findUnique({ where: { email: String(credentials.email) } })
        if (!user || credentials.password !== "open sesame") return null
        return user
      },
    }),
  ],
})
