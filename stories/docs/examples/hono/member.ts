import { createMiddleware } from "hono/factory"
import type { Session } from "latchkit/server"
import { auth } from "./auth.ts"

/** Lets signed-in users through. Others are redirected to the sign-in page and back, and scripts get 401. */
export const member = createMiddleware<{ Variables: { session: Session } }>(
  async (context, next) => {
    const { session, headers, response } = await auth.requireSession(context.req.raw)
    if (response) return response
    context.set("session", session)
    await next()
    for (const [name, value] of headers) context.header(name, value, { append: true })
  },
)
