import { appendResponseHeader, defineEventHandler, getRequestURL } from "h3"
import { signInCard } from "latchkit/html"
import { auth } from "../utils/auth.ts"

declare module "h3" {
  interface H3EventContext {
    signInCard?: string
  }
}

export default defineEventHandler(async (event) => {
  const url = getRequestURL(event)
  if (url.pathname !== "/login") return
  const { props, cookies } = await auth.signInProps(new Request(url, { headers: event.headers }))
  for (const cookie of cookies) appendResponseHeader(event, "set-cookie", cookie)
  event.context.signInCard = signInCard(props)
})
