import { query } from "@solidjs/router"
import { getRequestEvent } from "solid-js/web"
import { getSession, signIn, signInProps } from "./auth.ts"

/** Returns the current request event. */
export function requested() {
  const event = getRequestEvent()
  if (!event) throw new Error("There is no request here")
  return event
}

/** Returns the session of the current request, or null. */
export const session = query(async () => {
  "use server"
  return getSession(requested())
}, "session")

/** Returns the session for a members' page. Redirects signed-out users to the sign-in page and back, and forbids caching. */
export const member = query(async (path: string) => {
  "use server"
  const event = requested()
  const found = await getSession(event)
  if (!found) throw await signIn(event, { redirectTo: path }) // an absolute URL, so the router doesn't look for a route
  const { csrfToken } = await signInProps(event, "")
  event.response.headers.set("cache-control", "private, no-store")
  return { ...found, csrfToken }
}, "member")
