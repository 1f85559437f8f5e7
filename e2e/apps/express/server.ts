import { readFile } from "node:fs/promises"
import express, { type RequestHandler } from "express"
import { accountCard, signInCard, signOutCard, themeCss } from "latchkit/html"

import { config } from "../../frameworks/site/config.ts"
import { auth } from "./auth.ts"
import { accountPage, cardPage, homePage, passwordPage, protectedPage } from "./pages.ts"

const app = express()

app.use("/auth", auth)
app.get("/.well-known/change-password", auth)
app.get(["/.well-known/webauthn", "/.well-known/passkey-endpoints"], auth)

const stylesheets = ["../../frameworks/site/site.css", import.meta.resolve("latchkit/auth.css")]
const css = (await Promise.all(stylesheets.map((file) => readFile(new URL(file, import.meta.url), "utf8")))).join("\n")
app.get("/site.css", (_, res) => void res.type("css").send(css + themeCss(config.theme)))

app.use(express.urlencoded({ extended: false }), auth.session)

const membersOnly: RequestHandler = (req, res, next) => {
  res.set("cache-control", "private, no-store") // the back button must not show it after a sign-out
  if (res.locals.session) next()
  else res.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: req.originalUrl })}`)
}

app.get("/", (_, res) => void res.send(homePage(res.locals.session)))
app.get("/protected", membersOnly, (_, res) => void res.send(protectedPage(res.locals.session)))

app.get("/api/tide", (_, res) => {
  res.set("cache-control", "private, no-store")
  const { session } = res.locals
  if (session) res.json({ for: session.user?.name, turns: "noon" })
  else res.status(401).json({ error: "Sign in first" })
})

app.get("/account", membersOnly, async (req, res) => {
  const { csrfToken } = await auth.signInProps(req, res)
  res.send(accountPage(res.locals.session, csrfToken))
})
app.post("/account", membersOnly, async (req, res) => {
  await auth.updateSession(req, res, { user: { name: req.body.name } })
  res.redirect(303, "/account")
})

app.get("/settings", membersOnly, async (req, res) => {
  res.send(cardPage("Settings", res.locals.session, accountCard(await auth.accountProps(req, res))))
})

app.get("/login", async (req, res) => {
  res.send(cardPage("Sign in", res.locals.session, signInCard(await auth.signInProps(req, res))))
})

app.get("/signin", async (req, res) => {
  const card = signInCard({ ...(await auth.signInProps(req, res)), action: "/signin" })
  res.send(cardPage("Sign in", res.locals.session, card))
})
app.post("/signin", async (req, res) => {
  const result = await auth.signIn(req, res)
  if (!result) return
  const card = signInCard({ ...(await auth.signInProps(req, res)), action: "/signin", result })
  res.send(cardPage("Sign in", res.locals.session, card))
})

app.get("/signout", (_, res) => {
  const card = signOutCard({ callbackUrl: "/", action: "/signout" })
  res.send(cardPage("Sign out", res.locals.session, card))
})
app.post("/signout", async (req, res) => {
  const result = await auth.signOut(req, res)
  if (!result) return
  const card = signOutCard({ callbackUrl: "/", action: "/signout", result })
  res.send(cardPage("Sign out", res.locals.session, card))
})

app.get("/password", (req, res) => {
  res.send(passwordPage(res.locals.session, { redirectTo: String(req.query["redirectTo"] ?? "/account") }))
})
app.post("/password", async (req, res) => {
  const failure = await auth.signIn(req, res)
  if (!failure) return
  const sentence = [...failure.formErrors, ...Object.values(failure.fieldErrors).flat()].join(" ")
  res.send(passwordPage(res.locals.session, { sentence, ...req.body }))
})

app.post("/logout", async (req, res) => void (await auth.signOut(req, res)))

const port = Number(process.env["PORT"] ?? 3000)
app.listen(port, "localhost", (error) => {
  if (error) throw error // the port is taken
  console.log(`Harbour is at http://localhost:${port}`)
})
