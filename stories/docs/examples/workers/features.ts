import { GitHub } from "latchkit/providers/github"
import { account, createAuth, stepUp } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  providers: [GitHub()],
  features: [account, stepUp],
})
