import express from "express"
import { Credentials } from "latchkit/providers"
import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"

const auth = ExpressAuth({
  siteName: "Acme",
  pages: { signIn: "/login" }, // a path of your single-page app
  providers: [
    GitHub(),
    Credentials({
      credentials: {
        email: { label: "Email", type: "email" },
        password: { label: "Password", type: "password" },
      },
      // Replace this with your own check, or use Password() with a database
      authorize: ({ email, password }) =>
        password === "correct horse" ? { id: String(email), email } : null,
    }),
  ],
})

export const app = express()
app.use("/auth", auth)
app.use(auth.session)
app.get("/api/journal", (_, res) => {
  const { session } = res.locals
  if (session) res.json({ entries: [`${session.user?.email} was here`] })
  else res.status(401).json({ error: "Sign in first" })
})
