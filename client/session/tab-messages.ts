import type { Session } from "../contract.ts"
import { isSession } from "../http/is-session.ts"

/** A message from one tab to the others. */
export type SessionMessage<S extends Session> =
  /** To the leader: which session is it? A response requested at `ask` (milliseconds) or later is recent enough. */
  | { ask: number }
  /** From the leader: it is fetching the session. */
  | { wait: true }
  /** The session changed, but this tab doesn't know how. */
  | { hint: true }
  | SessionUpdate<S>

/** A response of the server, requested at `at` while the session had this `version`. */
export interface SessionUpdate<S extends Session> {
  says: S | null
  version: string | undefined
  at: number
  /** A sign-out is pending: the version is about to change. */
  leaving?: boolean
  /** The server's clock minus the device's, in milliseconds, if the sender knows it. */
  skew?: number
}

/** Returns whether a channel message has a valid shape. Its content may still be false. */
export function isSessionMessage<S extends Session>(message: unknown): message is SessionMessage<S> {
  if (typeof message !== "object" || message === null) return false
  if ("says" in message) {
    const hasSkew = !("skew" in message) || Number.isFinite(message.skew)
    return isSession(message.says) && "at" in message && typeof message.at === "number" && hasSkew
  }
  return "wait" in message || "hint" in message || ("ask" in message && typeof message.ask === "number")
}
