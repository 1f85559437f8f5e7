import type { Session } from "../contract.ts"

/** Returns whether `body` is a valid response of `GET session`. The app's own fields aren't checked. */
export function isSession<S extends Session>(body: unknown): body is S | null {
  const { expires, user = {} }: Record<string, unknown> = Object(body)
  return body === null || (typeof expires === "string" && Date.parse(expires) > 0 && Object(user) === user)
}
