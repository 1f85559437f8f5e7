import type { SecurityActor, SecurityEventType } from "../config/security-events.ts"

/** The part of an event that a caller of `emit` knows. The rest comes from the request. */
export interface SecurityEventDraft {
  type: SecurityEventType
  /** The id of the affected user. */
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
  setActor(userId: string | undefined, impersonates?: boolean): void
  actor(): string | undefined
  /** Returns whether the actor is an administrator who acts as another user. */
  impersonates(): boolean
  /** Remembers which user the request is about, such as the user of a paused sign-in. */
  setSubject(userId: string | undefined): void
  /** @default the actor */
  subject(): string | undefined
}

/** A draft with its time, in milliseconds since the epoch. */
export type StampedDraft = SecurityEventDraft & { readonly time: number }

/** Creates the log of one request. */
export const createSecurityLog = (): SecurityLog => new RequestLog()

// A class, because each request with a handler needs one, and its functions would cost more than the request's own work
class RequestLog implements SecurityLog {
  readonly #drafts: StampedDraft[] = []
  #closed = false
  #impersonates = false
  #actor: string | undefined
  #subject: string | undefined

  add(draft: StampedDraft): boolean {
    if (!this.#closed) this.#drafts.push(draft)
    return !this.#closed
  }

  close(): readonly StampedDraft[] {
    this.#closed = true
    return this.#drafts
  }

  hasChanges(): boolean {
    return this.#drafts.some(({ error }) => error === undefined)
  }

  setActor(userId: string | undefined, impersonates = false): void {
    this.#actor = userId
    this.#impersonates = impersonates
  }

  impersonates(): boolean {
    return this.#impersonates
  }

  actor(): string | undefined {
    return this.#actor
  }

  setSubject(userId: string | undefined): void {
    this.#subject = userId
  }

  subject(): string | undefined {
    return this.#subject ?? this.#actor
  }
}
