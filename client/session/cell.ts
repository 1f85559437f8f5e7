import type { Session } from "../contract.ts"
import { rejectOnAbort } from "../http/fetch-action.ts"
import { nextPhase, shownData, type Phase, type PhaseEvent } from "./phases.ts"
import type { QueryClientLike } from "./query-client.ts"
import { ServerClock } from "./server-clock.ts"

/** A session, the version that it belongs to, and when it was requested. */
export interface KnownSession<S extends Session> {
  readonly session: S | null
  readonly version: string | undefined
  /** Milliseconds since the epoch. 0 if the server rendered it. */
  readonly requestedAt: number
}

interface CellState<S extends Session> {
  readonly data: S | null | undefined
  /** Why the last request failed. */
  readonly error: Error | null
  readonly dataUpdateCount: number
  readonly dataUpdatedAt: number
  readonly errorUpdatedAt: number
  /** How many requests have failed since the last response. */
  readonly failures: number
  readonly isFetching: boolean
  /** Decides what is shown. */
  readonly phase: Phase
}

const EMPTY = { data: undefined, error: null, dataUpdatedAt: 0, errorUpdatedAt: 0, failures: 0, isFetching: false }

/** How long a failure is reported to a component that was rendered later. */
const RECENT_ERROR_MS = 5000

/** Holds everything that a page knows about its session. All stores of the page with the same base path share it. */
export class SessionCell<S extends Session> {
  state: CellState<S> = { ...EMPTY, dataUpdateCount: 0, phase: "loading" }
  /** The version that the data belongs to. */
  version: string | undefined
  requestedAt = 0
  /** Increases at every sign-out. The response to an older request is ignored. */
  signOutCount = 0
  readonly clock = new ServerClock()
  /** The app's QueryClients, which have the session too. The app may drop them. */
  readonly queryClients = new Set<WeakRef<QueryClientLike>>()
  /** The connections of its running stores to the other tabs. */
  readonly tabs = new Set<{ readonly isLeader: boolean }>()
  /** The session that a pending sign-out hides. */
  #beforeSignOut: S | null | undefined
  readonly #watchers = new Set<() => void>()
  #pending: { promise: Promise<S | null>; abort: AbortController } | undefined
  /** Whether messages of other tabs may have been missed, because no store was running. */
  #hasPaused = false

  /** Calls `changed` after each change of the state, until the returned function is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    this.#hasPaused = false
    return () => {
      this.#watchers.delete(changed)
      // React's strict mode stops and starts a store without a pause
      queueMicrotask(() => (this.#hasPaused ||= this.#watchers.size === 0))
    }
  }

  /** Notes that messages of other tabs may have been missed. */
  pause(): void {
    this.#hasPaused = true
  }

  /**
   * Whether the data may be shown while the version cookie has the value `version`. After a pause, a user without a
   * version may be another one by now, and a sign-out may have failed.
   */
  isCurrent(version: string | undefined): boolean {
    const data = this.shown
    if (data === undefined || version !== this.version) return false
    if (!this.#hasPaused) return true
    return this.state.phase !== "signingOut" && (version !== undefined || data === null)
  }

  /** Returns what a component may show at first. */
  peek(version: string | undefined): { data: S | null | undefined; error: Error | null } {
    const { error, errorUpdatedAt } = this.state
    const isRecent = Date.now() - errorUpdatedAt < RECENT_ERROR_MS
    return { data: this.isCurrent(version) ? this.shown : undefined, error: isRecent ? error : null }
  }

  /**
   * Loads the session, or joins a pending request. A request that `put` or a newer one overtakes resolves with its
   * session.
   */
  fetch(load: (signal: AbortSignal) => Promise<KnownSession<S>>): Promise<S | null> {
    if (this.#pending) return this.#pending.promise
    const abort = new AbortController()
    const promise = rejectOnAbort(abort.signal, load).then(
      (known) => {
        if (!abort.signal.aborted) this.put(known)
        return known.session
      },
      (error: Error) => {
        const { data } = this.state
        if (abort.signal.aborted && this.#pending) return this.#pending.promise // a newer request
        if (abort.signal.aborted && data !== undefined) return data
        if (!abort.signal.aborted) {
          this.#pending = undefined
          const failures = this.state.failures + 1
          this.#on("requestFailed", { error, errorUpdatedAt: Date.now(), failures, isFetching: false })
        }
        throw error
      },
    )
    this.#pending = { promise, abort }
    this.#on("requestStarted", { isFetching: true })
    return promise
  }

  /** Cancels the pending request. */
  cancel(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    pending.abort.abort()
    this.#on("requestCanceled", { isFetching: false })
  }

  /** Replaces the data and its version. The response of a pending request is then ignored. */
  put({ session, version, requestedAt }: KnownSession<S>): void {
    this.confirm(version, requestedAt)
    this.show(session)
  }

  /** Replaces the data but not its version. */
  show(session: S | null): void {
    this.#replace("received", session)
  }

  /** Shows the user as signed out before the server has confirmed it. `version` is the version of that session. */
  beginSignOut(version: string | undefined): void {
    const before = this.state.phase === "signingOut" ? this.#beforeSignOut : this.peek(version).data
    this.confirm(version, Date.now())
    this.#replace("signOutStarted", null)
    this.#beforeSignOut = before
  }

  /** Shows what a failed sign-out has hidden, unless the session has got another version. */
  undoSignOut(version: string | undefined): void {
    if (this.state.phase !== "signingOut") return // another response has come meanwhile
    const data = version === this.version ? this.#beforeSignOut : undefined
    this.#on("signOutFailed", { ...EMPTY, data, dataUpdateCount: this.state.dataUpdateCount + 1 })
  }

  /** Notes that the data belongs to `version`. */
  confirm(version: string | undefined, requestedAt: number): void {
    this.version = version
    this.requestedAt = requestedAt
    this.#hasPaused = false
  }

  /** Notes an event that brings no session. */
  note(event: "ended" | "missed" | "versionChanged"): void {
    this.#on(event)
  }

  get shown(): S | null | undefined {
    return shownData(this.state)
  }

  #replace(event: PhaseEvent, data: S | null): void {
    if (data === null) this.signOutCount++
    const pending = this.#pending
    this.#pending = undefined
    this.#on(event, { ...EMPTY, data, dataUpdatedAt: Date.now(), dataUpdateCount: this.state.dataUpdateCount + 1 })
    pending?.abort.abort()
  }

  /** Goes to the next phase. */
  #on(event: PhaseEvent, part?: Partial<CellState<S>>): void {
    const { phase, data } = { ...this.state, ...part }
    const next = nextPhase(phase, event, data)
    if (!part && next === phase) return
    this.state = { ...this.state, ...part, phase: next }
    for (const changed of this.#watchers) changed()
  }
}
