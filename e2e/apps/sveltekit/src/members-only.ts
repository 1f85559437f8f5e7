import { redirect, type RequestEvent } from "@sveltejs/kit"

/** The session of a page that visitors do not see: they are sent to sign in, and come back. No cache keeps the page. */
export async function memberOf({ locals, url, setHeaders }: RequestEvent) {
  const session = await locals.auth()
  if (!session) redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`)
  setHeaders({ "cache-control": "private, no-store" })
  return session
}
