import { redirect } from "@tanstack/react-router"
import { createServerFn } from "@tanstack/react-start"
import { getRequest, setResponseHeader } from "@tanstack/react-start/server"
import { auth } from "./auth.server.ts"

/** Returns the session, or `null` if the user is signed out. Extends it when that is due. */
export const getSession = createServerFn().handler(async () => {
  const { session, cookies } = await auth.refreshSession(getRequest())
  if (cookies.length > 0) setResponseHeader("set-cookie", [...cookies])
  setResponseHeader("cache-control", "private, no-store")
  return session
})

/** For `beforeLoad`: returns the session, or sends the user to the sign-in page and back. */
export async function requireSession({ location }: { location: { href: string } }) {
  const session = await getSession()
  if (session) return { session }
  const query = new URLSearchParams({ callbackUrl: location.href })
  throw redirect({ href: `/auth/signin?${query}`, reloadDocument: true })
}

/** Returns the props of `SignIn` for the page at `href`. */
export const getSignInProps = createServerFn()
  .validator((href: string) => href)
  .handler(async ({ data: href }) => {
    const request = getRequest()
    const page = new Request(new URL(href, request.url), { headers: request.headers })
    const { props, cookies } = await auth.signInProps(page)
    if (cookies.length > 0) setResponseHeader("set-cookie", [...cookies])
    return props
  })
