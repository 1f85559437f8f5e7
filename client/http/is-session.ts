import type { Session } from "../contract.ts"

/** Returns whether `body` is a valid response of `GET session`. The app's own fields aren't checked. */
export function isSession<S extends Session>(body: unknown): body is S | null {
  if (typeof body !== "object" || body === null) return body === null
  if (!("expires" in body) || typeof body.expires !== "string" || !(Date.parse(body.expires) > 0)) return false
  return !("user" in body) || (typeof body.user === "object" && body.user !== null)
}
