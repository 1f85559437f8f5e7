// Compiled but never run: checks the types of `res.locals.session`, and that routes keep the types that Express gives
// them
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express"
import type { Session } from "../../../client/contract.ts"
import { ExpressAuth } from "./index.ts"

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>() => undefined

interface OwnSession extends Session {
  role: string
}

const auth = ExpressAuth({
  providers: [],
  callbacks: { session: ({ session }): OwnSession => ({ ...session, role: "member" }) },
})
const app = express()

// Middleware for the whole app
app.use(auth.session)
app.use(express.urlencoded({ extended: false }), auth.session)
app.use("/members", auth.session, auth.requireAuth({ within: "10m" }))
app.get("/journal/:day", (req, res) => {
  check<Equal<typeof res.locals.session, Session | null | undefined>>()
  check<Equal<typeof req.params.day, string>>()
  res.locals["ownValue"] = 1
  // @ts-expect-error -- the user may be signed out
  res.send(res.locals.session.user?.name)
})

// Middleware for one route: the session has the app's own type
app.get("/maybe/:day", auth.session, (req, res) => {
  const role: string | undefined = res.locals.session?.role
  const day: string = req.params.day
  // @ts-expect-error -- the user may be signed out
  res.send(`${res.locals.session.role} ${role} ${day}`)
})
app.get("/protected/:day", auth.requireAuth(), async (req, res) => {
  const role: string = res.locals.session.role
  const day: string = req.params.day
  const own: number = res.locals["ownValue"]
  // @ts-expect-error -- the session has no such field
  console.log(res.locals.session.rolle)
  // @ts-expect-error -- the path has no such parameter
  console.log(req.params.night)
  res.send(`${role} ${day} ${own}`)
})
express.Router().post("/", express.json(), auth.requireAuth(), (req, res) => {
  const role: string = res.locals.session.role
  res.json({ role, body: req.body as unknown })
})

// Handlers whose types the app wrote itself
const ownHandler: RequestHandler = (_, res) => void res.send(res.locals.session?.user?.name)
const ownRoute = (req: Request, res: Response, next: NextFunction) => (req.ip ? res.end() : next())
app.post("/keys", auth.requireAuth(), ownHandler)
app.post("/keys", auth.session, ownHandler, ownRoute)
export const guards: RequestHandler[] = [auth.session, auth.requireAuth()]
app.get("/guarded", guards, ownRoute)
app.get("/guarded", [auth.session, ownHandler], ownRoute)
