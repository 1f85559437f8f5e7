import { account, stepUp } from "latchkit/features"
import { GitHub } from "latchkit/providers/github"
import { createAuth } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  providers: [GitHub()],
  features: [account, stepUp],
})
