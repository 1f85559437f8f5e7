import express from "express"
import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"

const APP = "https://app.example.com"

// AUTH_URL=https://api.example.com
const auth = ExpressAuth({
  trustedOrigins: [APP],
  pages: { signIn: `${APP}/login` },
  providers: [GitHub()],
})

export const api = express()
api.use("/auth", auth) // with the CORS headers for APP
api.use((req, res, next) => {
  // The same for your own routes
  res.vary("Origin")
  if (req.headers.origin === APP)
    res.set({
      "access-control-allow-origin": APP,
      "access-control-allow-credentials": "true",
    })
  next()
})
api.use(auth.session)
api.get("/journal", (_, res) => {
  res.json({ name: res.locals.session?.user?.name ?? null })
})
