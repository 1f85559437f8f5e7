import type { Session } from "../../client/contract.ts"
import { AuthError } from "../errors.ts"

/** What the session callback answered, when it is a session at all: an object with an expiry. */
export function presentable(answered: unknown): Session {
  if (typeof answered === "object" && answered !== null && !Array.isArray(answered)) return answered as Session // an object of the host's making
  throw new AuthError("SessionTokenError", `The session callback answered ${String(answered)}; a session was wanted`)
}
