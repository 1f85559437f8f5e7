import type { AuthService } from "latchkit/server"

import { assetAt } from "./assets.ts"
import type { NightbookSession } from "./auth.ts"
import { findBrand, chooseBrand } from "./brands.ts"
import type { Entries } from "./entries.ts"
import { mailAt, type Mailbox } from "./mailbox.ts"
import { nightsUntil } from "./nights.ts"
import { pageFor } from "./page.ts"
import { PEOPLE } from "./people.ts"

type Handler = (request: Request) => Promise<Response>

interface Parts {
  auth: AuthService<NightbookSession>
  mailbox: Mailbox
  entries: Entries
  /** The provider's origin, if the demo has FedCM. */
  fedcm?: string | undefined
}

const PAGES: Record<string, { title: string; members?: boolean }> = {
  "/": { title: "Nightbook" },
  "/journal": { title: "Journal · Nightbook", members: true },
  "/account": { title: "Account · Nightbook", members: true },
  "/mailbox": { title: "Mailbox · Nightbook" },
  "/sign-in": { title: "Sign in to Nightbook" },
}

const API: Record<string, (parts: Parts, request: Request) => Promise<Response>> = {
  "/api/nights": nights,
  "/api/mailbox": async ({ mailbox }) => Response.json(mailbox.entries(), { headers: UNCACHED }),
}

const UNCACHED = { "cache-control": "private, no-store" }

/** The whole app: Latchkit under /auth, public and members' pages, an API, a mailbox and the built files. */
export function createApp(parts: Parts): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === "/auth" || pathname.startsWith("/auth/")) return parts.auth.handle(request)
    if (request.method === "POST" && pathname === "/api/entries") return parts.entries.add(parts.auth, request)
    if (request.method === "POST" && pathname === "/brand") return chooseBrand(request)
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } })
    if (Object.hasOwn(PAGES, pathname)) return show(parts, request)
    const api = Object.hasOwn(API, pathname) ? API[pathname] : undefined
    if (api) return api(parts, request)
    const file = mailAt(parts.mailbox, pathname) ?? (await assetAt(pathname))
    return file ?? missing(parts.auth, request)
  }
}

async function nights({ auth, entries }: Parts, request: Request): Promise<Response> {
  const session = await auth.getSession(request)
  if (!session) return Response.json({ error: "Sign in first" }, { status: 401, headers: UNCACHED })
  const nights = [...entries.of(session.user.id), ...nightsUntil(Date.now())]
  return Response.json({ of: session.user?.name, nights }, { headers: UNCACHED })
}

/** Browsers get a page. A script or an image gets a short text. */
async function missing(auth: AuthService<NightbookSession>, request: Request): Promise<Response> {
  const isPage = request.headers.get("accept")?.includes("text/html")
  if (!isPage) return new Response("Not found.", { status: 404 })
  const session = await auth.getSession(request)
  return pageFor({ title: "Page not found · Nightbook", brand: findBrand(request), session, status: 404 })
}

async function show({ auth, fedcm }: Parts, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { title = "", members = false } = PAGES[pathname] ?? {}
  const { session, cookies } = await auth.refreshSession(request)
  if (members && !session) {
    const location = `/sign-in?${new URLSearchParams({ callbackUrl: pathname + search })}`
    return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } })
  }
  const card = pathname === "/sign-in" ? await auth.signInProps(request) : undefined
  const brand = findBrand(request)
  const response = await pageFor({ title, brand, session, fedcm, data: card && { card: card.props, people: PEOPLE } })
  for (const cookie of [...cookies, ...(card?.cookies ?? [])]) response.headers.append("set-cookie", cookie)
  return response
}
