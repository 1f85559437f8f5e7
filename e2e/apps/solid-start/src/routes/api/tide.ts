import type { APIEvent } from "@solidjs/start/server"
import { getSession } from "../../auth.ts"

export async function GET(event: APIEvent) {
  const session = await getSession(event)
  const headers = { "cache-control": "private, no-store" }
  if (!session) return Response.json({ error: "Sign in first" }, { status: 401, headers })
  return Response.json({ for: session.user?.name, turns: "noon" }, { headers })
}
