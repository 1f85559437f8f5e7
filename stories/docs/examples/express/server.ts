import express from "express"
import { auth } from "./auth.ts"

export const app = express()

app.use("/auth", auth)
app.use(auth.session) // sets res.locals.session, and extends the session

app.get("/journal", (req, res) => {
  res.set("cache-control", "private, no-store") // the back button shows nothing after a sign-out
  const { session } = res.locals
  if (session) res.type("text").send(`Hello ${session.user?.name}`)
  else res.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: req.originalUrl })}`)
})
