import { createServerFn } from "@tanstack/solid-start"
import { getRequest, setResponseHeader } from "@tanstack/solid-start/server"
import { auth } from "./auth.server.ts"

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
