import { query } from "@solidjs/router"
import { getRequestEvent } from "solid-js/web"
import { getSession } from "latchkit/solid-start"
import { options, signIn, signInProps } from "./auth.ts"

/** The request that the server works on. */
export function requested() {
  const event = getRequestEvent()
  if (!event) throw new Error("There is no request here")
  return event
}

/** Whoever asks for the page, or null. */
export const session = query(async () => {
  "use server"
  return getSession(requested().request, options)
}, "session")

/** The session of a page that visitors do not see: they are sent to sign in, and come back. No cache keeps the page. */
export const member = query(async (path: string) => {
  "use server"
  const event = requested()
  const found = await getSession(event.request, options)
  if (!found) throw await signIn(event, { redirectTo: path }) // a whole address, which the router looks for no route of
  const { csrfToken } = await signInProps(event, "")
  event.response.headers.set("cache-control", "private, no-store")
  return { ...found, csrfToken }
}, "member")
