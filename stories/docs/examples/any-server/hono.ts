import { Hono } from "hono"
import { auth } from "../auth.ts"

export const app = new Hono()

app.on(["GET", "POST"], "/auth/*", (context) => auth.handle(context.req.raw))

app.get("/me", async (context) => context.json(await auth.getSession(context.req.raw)))
