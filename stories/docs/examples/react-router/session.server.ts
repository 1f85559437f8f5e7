import { redirectDocument } from "react-router"
import { auth } from "./auth.server.ts"

/** Returns the session and the headers of its response, or sends the user to the sign-in page and back. */
export async function requireSession({ request, url }: { request: Request; url: URL }) {
  const { session, headers, response } = await auth.requireSession(request)
  if (session) return { session, headers }
  const query = new URLSearchParams({ callbackUrl: url.pathname + url.search })
  throw redirectDocument(`/auth/signin?${query}`, { headers: response.headers })
}
