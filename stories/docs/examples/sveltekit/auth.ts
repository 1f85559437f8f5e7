import { GitHub } from "latchkit/providers/github"
import { SvelteKitAuth } from "latchkit/sveltekit"

export const { handle, signIn, signOut } = SvelteKitAuth({
  siteName: "Acme",
  providers: [GitHub()],
})
