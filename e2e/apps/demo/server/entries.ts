import type { AuthService } from "latchkit/server"

import type { NightbookSession } from "./auth.ts"
import type { Night } from "./nights.ts"

/** Entries that members wrote. They are lost when the demo ends. */
export interface Entries {
  of(userId: string): readonly Night[]
  /** Handles a page's POST of JSON `{ title, note }`. */
  add(auth: AuthService<NightbookSession>, request: Request): Promise<Response>
}

const LONGEST = 2000
const text = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, LONGEST) : "")

/** Creates an empty book for each member. */
export function openEntries(): Entries {
  const books = new Map<string, readonly Night[]>()
  const of = (userId: string) => books.get(userId) ?? []
  return {
    of,
    async add(auth, request) {
      const session = await auth.getSession(request)
      if (!session) return Response.json({ error: "Sign in first" }, { status: 401 })
      // Another site's page can't send JSON: the browser sends a CORS preflight first, and this server allows no origin
      if (request.headers.get("content-type") !== "application/json") return new Response(null, { status: 415 })
      const { title, note } = Object(await request.json().catch(() => null)) as Record<string, unknown> // its types are checked below
      if (!text(title)) return Response.json({ error: "What did you see?" }, { status: 400 })
      const date = new Date().toISOString().slice(0, 10)
      const entry = { date, title: text(title), note: text(note), seeing: "Your own" }
      books.set(session.user.id, [entry, ...of(session.user.id)].slice(0, 20))
      return Response.json({ entry }, { status: 201 })
    },
  }
}
