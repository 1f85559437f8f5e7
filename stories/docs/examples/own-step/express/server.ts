import express from "express"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"

const accepted = new Set<string>() // your database stores it

export const auth = ExpressAuth({
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  steps: [
    {
      id: "terms",
      url: "/terms",
      needed: ({ user }) => !accepted.has(String(user.id)),
      handle: ({ user, fields }) => {
        if (fields["accept"] === "yes") accepted.add(String(user.id))
      },
    },
  ],
})

export const app = express()

app.use("/auth", auth)

app.get("/terms", async (req, res) => {
  const step = await auth.openStep(req, res)
  if (!step) return res.redirect("/")
  const { csrfToken = "", attempt } = step.fields
  res.send(`<form method="post" action="${step.action}">
    <input type="hidden" name="csrfToken" value="${csrfToken}">
    <input type="hidden" name="attempt" value="${attempt}">
    <label><input type="checkbox" name="accept" value="yes" required> I accept the terms</label>
    <button>Continue</button>
    <button name="cancel" value="1" formnovalidate>Cancel</button>
  </form>`)
})
