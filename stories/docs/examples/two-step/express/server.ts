import express from "express"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"

export const auth = ExpressAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  secondFactor: { required: ({ user }) => user.email?.endsWith("@acme.example") ?? false },
})

export const app = express()

app.use("/auth", auth)
app.use(express.urlencoded())

app.get("/settings", auth.session, (_, res) => {
  if (!res.locals.session) return res.redirect("/auth/signin?callbackUrl=%2Fsettings")
  res.send(`<form action="/keys" method="post">
    <label>Name <input name="name" required></label> <button>Create key</button>
  </form>`)
})

// A script gets 401 if the user must confirm first. A form is redirected to the page that confirms, and then back
app.post("/keys", auth.requireAuth({ within: "10m" }), (req, res) => {
  const owner = res.locals.session.user?.email
  res.status(201).json({ name: req.body.name, owner, secret: crypto.randomUUID() })
})
