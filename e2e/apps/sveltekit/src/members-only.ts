import { redirect, type RequestEvent } from "@sveltejs/kit"

/** Returns the session for a members' page. Redirects signed-out users to the sign-in page and back, and forbids caching. */
export async function requireMember({ locals, url, setHeaders }: RequestEvent) {
  const session = await locals.auth()
  if (!session) redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`)
  setHeaders({ "cache-control": "private, no-store" })
  return session
}
