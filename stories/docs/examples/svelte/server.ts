import { render } from "svelte/server"
import App from "./App.svelte"
import { auth } from "../auth.ts"
import Login from "./Login.svelte"

export async function respond(request: Request): Promise<Response> {
  if (await auth.isUnderBasePath(request)) return auth.handle(request)
  if (new URL(request.url).pathname === "/login") {
    const { props, cookies } = await auth.signInProps(request)
    return page(render(Login, { props }), cookies)
  }
  return page(render(App, { props: { session: await auth.getSession(request) } }))
}

function page(
  { head, body }: ReturnType<typeof render>,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers({ "content-type": "text/html; charset=utf-8" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(
    `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    { headers },
  )
}
