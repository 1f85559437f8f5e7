import type { Session } from "../contract.ts"
import { isObject } from "../http/fetch-action.ts"
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
  /** Milliseconds since the epoch, by the device's clock. */
  at: number
  /** A sign-out is pending: the version is about to change. */
  leaving?: boolean
  /** The server's clock minus the device's, in milliseconds, if the sender knows it. */
  skew?: number | undefined
}

/** Returns whether a channel message has a valid shape. Its content may still be false. */
export function isSessionMessage<S extends Session>(message: unknown): message is SessionMessage<S> {
  if (!isObject(message)) return false
  const { says, at, skew, ask } = message
  if (says !== undefined) return isSession(says) && isNumber(at) && (skew === undefined || Number.isFinite(skew))
  return "wait" in message || "hint" in message || isNumber(ask)
}

const isNumber = (value: unknown) => typeof value === "number"
