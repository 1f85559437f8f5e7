import { GitHub } from "latchkit/providers/github"
import { SolidAuth } from "latchkit/solid-start"

export const { GET, POST, signIn, signOut } = SolidAuth({
  siteName: "Acme",
  providers: [GitHub()],
})
