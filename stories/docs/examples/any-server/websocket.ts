import type { IncomingMessage } from "node:http"
import { auth } from "../auth.ts"

const SITE = "https://app.test"

/** Returns the session of an upgrade that a page of the site started, or `null`. Never rejects. */
export async function socketSession(req: IncomingMessage) {
  if (req.headers.origin !== SITE) return null
  return auth.getSession(req).catch(() => null)
}
