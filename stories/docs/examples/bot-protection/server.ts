import { join } from "node:path"
import express from "express"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { ExpressAuth } from "latchkit/express"
import { Nodemailer, Password } from "latchkit/providers"
import { createChallenge, isSolved } from "./proof-of-work.ts"

const auth = ExpressAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password(),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
  captcha: {
    html: "<proof-of-work></proof-of-work>",
    script: "/proof-of-work.js",
  },
  callbacks: {
    beforeAttempt: ({ fields }) => isSolved(fields["proof"]),
  },
})

export const app = express()

app.get("/proof-of-work.js", (_, res) =>
  res.sendFile(join(import.meta.dirname, "proof-of-work.js")),
)
app.post(
  "/challenge",
  (_, res) => void res.set("cache-control", "no-store").send(createChallenge()),
)
app.use("/auth", auth)
