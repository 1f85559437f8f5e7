import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { SvelteKitAuth } from "latchkit/sveltekit"

export const { handle, signIn, signOut } = SvelteKitAuth({
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google()],
})
