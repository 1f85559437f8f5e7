import { MemoryAdapter } from "latchkit/adapters/memory"
import { NextAuth } from "latchkit/next"
import { GitHub } from "latchkit/providers/github"

export const { handlers, auth, requireAuth } = NextAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  secondFactor: { required: ({ user }) => user.email?.endsWith("@acme.example") ?? false },
})
