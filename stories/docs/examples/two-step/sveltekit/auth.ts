import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { SvelteKitAuth } from "latchkit/sveltekit"

export const { handle, requireAuth } = SvelteKitAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  secondFactor: { required: ({ user }) => user.email?.endsWith("@acme.example") ?? false },
})
