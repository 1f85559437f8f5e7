import type { Session } from "../contract.ts"
import { isSession } from "../http/is-session.ts"

/** What one tab tells the others. */
export type SessionMessage<S extends Session> =
  /** To the leader: who is signed in? An answer asked for at `ask` (milliseconds) or later will do. */
  | { ask: number }
  /** From the leader: it is being asked. */
  | { wait: true }
  /** The session changed in a way that this tab cannot tell. */
  | { hint: true }
  | SessionUpdate<S>

/** An answer of the service, asked for at `at` while the session had this `version`. */
export interface SessionUpdate<S extends Session> {
  says: S | null
  version: string | undefined
  at: number
  /** A sign-out that is under way: the version is about to change. */
  leaving?: boolean
}

/** Whether something that arrived on the channel has the shape of a message; whether it is true is another matter. */
export function isSessionMessage<S extends Session>(message: unknown): message is SessionMessage<S> {
  if (typeof message !== "object" || message === null) return false
  if ("says" in message) return isSession(message.says) && "at" in message && typeof message.at === "number"
  return "wait" in message || "hint" in message || ("ask" in message && typeof message.ask === "number")
}
