import { Email } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { createAuth } from "latchkit/server"
import { adapter, smtp } from "./db.fixture.ts"

export const auth = createAuth({
  adapter,
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google(), Email(smtp)],
})
