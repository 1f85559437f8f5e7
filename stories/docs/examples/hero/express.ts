import { ExpressAuth } from "latchkit/express"
import { Email } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { adapter, smtp } from "./db.fixture.ts"

export const auth = ExpressAuth({
  adapter,
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google(), Email(smtp)],
})
