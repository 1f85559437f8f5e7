import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { createAuth } from "latchkit/server"

const auth = createAuth({
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google()],
})

export default { fetch: (request: Request) => auth.handle(request) }
