import { appendResponseHeader, defineEventHandler, getRequestURL, setResponseHeader } from "h3"
import type { Session } from "latchkit/server"
import { auth } from "../utils/auth.ts"

declare module "h3" {
  interface H3EventContext {
    session: Session | null
  }
}

export default defineEventHandler(async (event) => {
  if (/^\/(_nuxt|auth)\//.test(event.path)) return
  const request = new Request(getRequestURL(event), { headers: event.headers })
  const { session, cookies } = await auth.refreshSession(request)
  event.context.session = session
  for (const cookie of cookies) appendResponseHeader(event, "set-cookie", cookie)
  if (session) setResponseHeader(event, "cache-control", "private, no-store")
})
