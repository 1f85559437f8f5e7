import { renderToString } from "react-dom/server"
import { App } from "./app.tsx"
import { auth } from "../auth.ts"
import { Login } from "./login.tsx"

export async function respond(request: Request): Promise<Response> {
  if (await auth.isUnderBasePath(request)) return auth.handle(request)
  if (new URL(request.url).pathname === "/login") {
    const { props, cookies } = await auth.signInProps(request)
    return page(renderToString(<Login {...props} />), cookies)
  }
  return page(renderToString(<App session={await auth.getSession(request)} />))
}

function page(body: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ "content-type": "text/html; charset=utf-8" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(`<!doctype html><html lang="en"><body>${body}</body></html>`, {
    headers,
  })
}
