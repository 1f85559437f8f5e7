import express from "express"
import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"

const auth = ExpressAuth({
  siteName: "Nightbook",
  theme: { brandColor: "#3f4ad8" },
  providers: [GitHub(), Google()],
})

export const app = express()
app.use("/auth", auth)
