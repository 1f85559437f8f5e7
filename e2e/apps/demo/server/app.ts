import type { AuthService } from "latchkit/server"

import { assetAt } from "./assets.ts"
import type { NightbookSession } from "./auth.ts"
import { nightsUntil } from "./nights.ts"
import { pageFor } from "./page.ts"

type Handler = (request: Request) => Promise<Response>

const PAGES: Record<string, { title: string; members?: boolean }> = {
  "/": { title: "Nightbook" },
  "/journal": { title: "Journal · Nightbook", members: true },
  "/account": { title: "Account · Nightbook", members: true },
}

/** The whole app: the service under /auth, two pages for members, one for all, an API and the built files. */
export function createApp(auth: AuthService<NightbookSession>): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === "/auth" || pathname.startsWith("/auth/")) return auth.handle(request)
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } })
    if (pathname === "/api/nights") return nights(auth, request)
    if (Object.hasOwn(PAGES, pathname)) return show(auth, request)
    return (await assetAt(pathname)) ?? new Response("Nothing is here.", { status: 404 })
  }
}

async function nights(auth: AuthService<NightbookSession>, request: Request): Promise<Response> {
  const headers = { "cache-control": "private, no-store" }
  const session = await auth.session(request)
  if (!session) return Response.json({ error: "Sign in first" }, { status: 401, headers })
  return Response.json({ of: session.user?.name, nights: nightsUntil(Date.now()) }, { headers })
}

async function show(auth: AuthService<NightbookSession>, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { title = "", members = false } = PAGES[pathname] ?? {}
  const { session, cookies } = await auth.refresh(request)
  if (members && !session) {
    const location = `/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`
    return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } })
  }
  const response = await pageFor({ title, session })
  for (const cookie of cookies) response.headers.append("set-cookie", cookie)
  return response
}
