import express from "express"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { ExpressAuth } from "latchkit/express"
import { Nodemailer, Password } from "latchkit/providers"

const auth = ExpressAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password({ fields: { name: { autocomplete: "name" } } }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})

export const app = express()

app.use("/auth", auth)

app.get("/", auth.session, (_, res) => {
  const { session } = res.locals
  if (session) res.type("text").send(`Hello ${session.user.email}`)
  else res.send(`<a href="/auth/sign-up">Create an account</a>`)
})
