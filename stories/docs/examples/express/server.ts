import express from "express"
import { auth } from "./auth.ts"

export const app = express()

app.use("/auth", auth)
app.use(auth.session) // res.locals.session, extended where that is due

app.get("/journal", (req, res) => {
  res.set("cache-control", "private, no-store") // gone from the back button, too
  const { session } = res.locals
  if (session) res.send(`Hello ${session.user?.name}`)
  else res.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: req.originalUrl })}`)
})
