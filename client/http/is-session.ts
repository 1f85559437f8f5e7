import type { Session } from "../contract.ts"

/** Whether `body` is what `GET session` may answer; the host's own fields are taken as they come. */
export function isSession<S extends Session>(body: unknown): body is S | null {
  if (typeof body !== "object" || body === null) return body === null
  if (!("expires" in body) || typeof body.expires !== "string" || !(Date.parse(body.expires) > 0)) return false
  return !("user" in body) || (typeof body.user === "object" && body.user !== null)
}
