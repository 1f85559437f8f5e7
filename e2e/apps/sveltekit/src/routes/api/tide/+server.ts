import { json } from "@sveltejs/kit"
import type { RequestHandler } from "./$types"

export const GET: RequestHandler = async ({ locals }) => {
  const session = await locals.auth()
  const headers = { "cache-control": "private, no-store" }
  if (!session) return json({ error: "Sign in first" }, { status: 401, headers })
  return json({ for: session.user.name, turns: "noon" }, { headers })
}
