import type { SecurityActor, SecurityEventType } from "../config/security-events.ts"

/** The part of an event that a caller of `emit` knows. The rest comes from the request. */
export interface SecurityEventDraft {
  type: SecurityEventType
  /** The user whom the event is about. */
  userId?: string | undefined
  /** How the user proved who they are, or what was changed. @default the type of the request's provider */
  method?: string | undefined
  /** The provider's id. @default the request's provider */
  provider?: string | undefined
  /** Why it failed: the type of an error. */
  error?: string | undefined
  /** The address or username that was entered. The event has only a keyed hash of it. */
  identifier?: string | undefined
  /** @default the signed-in user, otherwise `userId` after a change */
  actor?: SecurityActor | undefined
}

/** Collects the events of one request until its response is known. */
export interface SecurityLog {
  /** Adds an event. Returns `false` if the response is known already. */
  add(draft: StampedDraft): boolean
  /** Returns the events in order, and closes the log. */
  close(): readonly StampedDraft[]
  /** Returns whether the request changed something. */
  hasChanges(): boolean
  /** Remembers which user the request's session belongs to. */
  setActor(userId: string | undefined): void
  actor(): string | undefined
  /** Remembers which user the request is about, such as the user of a paused sign-in. */
  setSubject(userId: string | undefined): void
  /** @default the actor */
  subject(): string | undefined
}

/** A draft with its time, in milliseconds since the epoch. */
export type StampedDraft = SecurityEventDraft & { readonly time: number }

/** Creates the log of one request. */
export function createSecurityLog(): SecurityLog {
  const drafts: StampedDraft[] = []
  const state: { closed: boolean; actor?: string | undefined; subject?: string | undefined } = { closed: false }
  return {
    add(draft) {
      if (!state.closed) drafts.push(draft)
      return !state.closed
    },
    close() {
      state.closed = true
      return drafts
    },
    hasChanges: () => drafts.some(({ error }) => error === undefined),
    setActor: (userId) => void (state.actor = userId),
    actor: () => state.actor,
    setSubject: (userId) => void (state.subject = userId),
    subject: () => state.subject ?? state.actor,
  }
}
