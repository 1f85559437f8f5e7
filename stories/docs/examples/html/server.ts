import express from "express"
import { ExpressAuth } from "latchkit/express"
import { cardScript, signInCard } from "latchkit/html"
import { GitHub } from "latchkit/providers/github"

const auth = ExpressAuth({ siteName: "Acme", providers: [GitHub()] })

export const app = express()
app.use("/auth", auth)
app.get("/card.js", (_, res) => void res.type("js").send(cardScript))
app.get("/report", async (req, res) => {
  const { callbackUrl: _, ...props } = await auth.signInProps(req, res) // without `callbackUrl` the page stays
  const card = signInCard({ ...props, popup: true })
  res.send(`<!doctype html>${card}<script type="module" src="/card.js"></script>`)
})
