import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { SvelteKitAuth } from "latchkit/sveltekit"

const accepted = new Set<string>() // your database stores it

export const { handle, openStep } = SvelteKitAuth({
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
