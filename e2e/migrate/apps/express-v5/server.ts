import { ExpressAuth, getSession } from "@auth/express"
import express, { type NextFunction, type Request, type Response } from "express"
import { authConfig } from "./auth.config.ts"

const app = express()
app.set("trust proxy", true)
app.use("/auth", ExpressAuth(authConfig))

async function authSession(req: Request, res: Response, next: NextFunction) {
  res.locals.session = await getSession(req, authConfig)
  next()
}

app.get("/", authSession, (_req, res) => {
  res.send(`<h1>${res.locals.session?.user?.name ?? "Nobody"}</h1>`)
})

app.listen(Number(process.env.PORT))
