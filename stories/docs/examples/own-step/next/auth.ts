import { MemoryAdapter } from "latchkit/adapters/memory"
import { NextAuth } from "latchkit/next"
import { GitHub } from "latchkit/providers/github"

const accepted = new Set<string>() // your database stores it

export const { handlers, auth, openStep } = NextAuth({
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  steps: [
    {
      id: "terms",
      url: "/terms",
      needed: ({ user }) => !accepted.has(String(user.id)),
      handle: ({ user, fields }) => {
        if (fields["accept"] === "yes") accepted.add(String(user.id))
      },
    },
  ],
})
