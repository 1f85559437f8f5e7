import { PrismaAdapter } from "latchkit/adapters/prisma"
import { GitHub } from "latchkit/providers/github"
import { defineConfig } from "latchkit/server"
import type { Prisma, PrismaClient } from "./generated/client.ts"

export const adapterOn = (prisma: PrismaClient | Prisma.TransactionClient) =>
  PrismaAdapter(prisma, {
    user: {
      model: "user",
      columns: { emailVerified: "verifiedAt", name: "fullName", image: "avatarUrl" },
      fields: ["plan"],
    },
  })

export const configOn = (prisma: PrismaClient) =>
  defineConfig({
    adapter: adapterOn(prisma),
    providers: [GitHub()],
    callbacks: {
      session: ({ session, user }) => ({
        ...session,
        user: { ...session.user, plan: user.plan },
      }),
    },
  })
