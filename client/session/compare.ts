import type { Session } from "../contract.ts"
import { createLiveSession, type LiveSession, type SessionState } from "./state.ts"

/** Returns whether two sessions have the same user and data. `expires` is ignored. */
export function isSameUser<S extends Session>(one: S | null | undefined, other: S): boolean {
  return !!one && isEqual(one, { ...other, expires: one.expires })
}

/** Compares JSON values. A field that is undefined equals a missing one. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other
  return Object.keys({ ...one, ...other }).every((key) => isEqual(one[key], other[key]))
}

const isRecord = (value: unknown): value is Record<string, unknown> => Object(value) === value

/** Keeps one object while the session's content stays the same. `latest` is the first object. */
export function createStableSession<S extends Session>(latest?: LiveSession<S>): (session: S) => S {
  return (session) => {
    if (latest && isSameUser(latest.from, session)) latest.expires = session.expires
    else latest = createLiveSession(session)
    return latest.session
  }
}

/** Identifies the user, if the session contains an id or an email address. */
export const userKey = (session: Session | null): string | null | undefined => session?.user?.id ?? session?.user?.email

/** Whether the listeners can ignore the change from one state to the other. */
export function isSameState(one: SessionState, other: SessionState): boolean {
  return (["data", "status", "error", "expiresSoon"] as const).every((key) => one[key] === other[key])
}
