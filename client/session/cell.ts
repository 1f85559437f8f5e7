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
export interface SessionCell<S extends Session> {
  readonly state: CellState<S>
  /** The version that the data belongs to. */
  readonly version: string | undefined
  readonly requestedAt: number
  /** Increases at every sign-out. The response to an older request is ignored. */
  readonly signOutCount: number
  readonly clock: ServerClock
  /** The app's QueryClients, which have the session too. The app may drop them. */
  readonly queryClients: Set<WeakRef<QueryClientLike>>
  /** The connections of its running stores to the other tabs. */
  readonly tabs: Set<{ readonly isLeader: boolean }>
  /** The data that is shown. */
  readonly shown: S | null | undefined
  /** Calls `changed` after each change of the state, until the returned function is called. */
  watch(changed: () => void): () => void
  /** Notes that messages of other tabs may have been missed. */
  pause(): void
  /**
   * Whether the data may be shown while the version cookie has the value `version`. After a pause, a user without a
   * version may be another one by now, and a sign-out may have failed.
   */
  isCurrent(version: string | undefined): boolean
  /** Returns what a component may show at first. */
  peek(version: string | undefined): { data: S | null | undefined; error: Error | null }
  /**
   * Loads the session, or joins a pending request. A request that `put` or a newer one overtakes resolves with its
   * session.
   */
  fetch(load: (signal: AbortSignal) => Promise<KnownSession<S>>): Promise<S | null>
  /** Cancels the pending request. */
  cancel(): void
  /** Replaces the data and its version. The response of a pending request is then ignored. */
  put(session: KnownSession<S>): void
  /** Shows the user as signed out before the server has confirmed it. `version` is the version of that session. */
  beginSignOut(version: string | undefined): void
  /** Shows what a failed sign-out has hidden, unless the session has got another version. */
  undoSignOut(version: string | undefined): void
  /** Notes an event that brings no session. */
  note(event: "ended" | "missed" | "versionChanged"): void
}

/** Creates an empty cell. */
export function createCell<S extends Session>(): SessionCell<S> {
  let state: CellState<S> = { ...EMPTY, dataUpdateCount: 0, phase: "loading" }
  let version: string | undefined
  let requestedAt = 0
  let signOutCount = 0
  /** The session that a pending sign-out hides. */
  let beforeSignOut: S | null | undefined
  let pending: { promise: Promise<S | null>; abort: AbortController } | undefined
  /** Whether messages of other tabs may have been missed, because no store was running. */
  let hasPaused = false
  const watchers = new Set<() => void>()

  /** Goes to the next phase. */
  const go = (event: PhaseEvent, part?: Partial<CellState<S>>): void => {
    const { phase, data } = { ...state, ...part }
    const next = nextPhase(phase, event, data)
    if (!part && next === phase) return
    state = { ...state, ...part, phase: next }
    for (const changed of watchers) changed()
  }
  /** Notes that the data belongs to `of`. */
  const confirm = (of: string | undefined, at: number): void => {
    version = of
    requestedAt = at
    hasPaused = false
  }
  const replace = (event: PhaseEvent, data: S | null): void => {
    if (data === null) signOutCount++
    const overtaken = pending
    pending = undefined
    go(event, { ...EMPTY, data, dataUpdatedAt: Date.now(), dataUpdateCount: state.dataUpdateCount + 1 })
    overtaken?.abort.abort()
  }
  const receive = (known: KnownSession<S>): void => {
    confirm(known.version, known.requestedAt)
    replace("received", known.session)
  }
  const isCurrent = (of: string | undefined): boolean => {
    const data = shownData(state)
    if (data === undefined || of !== version) return false
    if (!hasPaused) return true
    return state.phase !== "signingOut" && (of !== undefined || data === null)
  }
  const peek = (of: string | undefined) => {
    const isRecent = Date.now() - state.errorUpdatedAt < RECENT_ERROR_MS
    return { data: isCurrent(of) ? shownData(state) : undefined, error: isRecent ? state.error : null }
  }

  return {
    get state() {
      return state
    },
    get version() {
      return version
    },
    get requestedAt() {
      return requestedAt
    },
    get signOutCount() {
      return signOutCount
    },
    get shown() {
      return shownData(state)
    },
    clock: new ServerClock(),
    queryClients: new Set(),
    tabs: new Set(),
    watch(changed) {
      watchers.add(changed)
      hasPaused = false
      return () => {
        watchers.delete(changed)
        // React's strict mode stops and starts a store without a pause
        queueMicrotask(() => (hasPaused ||= watchers.size === 0))
      }
    },
    pause() {
      hasPaused = true
    },
    isCurrent,
    peek,
    fetch(load) {
      if (pending) return pending.promise
      const abort = new AbortController()
      const { signal } = abort
      const promise = rejectOnAbort(signal, load).then(
        (known) => {
          if (!signal.aborted) receive(known)
          return known.session
        },
        (error: Error) => {
          if (signal.aborted && pending) return pending.promise // a newer request
          if (signal.aborted && state.data !== undefined) return state.data
          if (!signal.aborted) {
            pending = undefined
            const failures = state.failures + 1
            go("requestFailed", { error, errorUpdatedAt: Date.now(), failures, isFetching: false })
          }
          throw error
        },
      )
      pending = { promise, abort }
      go("requestStarted", { isFetching: true })
      return promise
    },
    cancel() {
      const canceled = pending
      if (!canceled) return
      pending = undefined
      canceled.abort.abort()
      go("requestCanceled", { isFetching: false })
    },
    put: receive,
    beginSignOut(of) {
      const before = state.phase === "signingOut" ? beforeSignOut : peek(of).data
      confirm(of, Date.now())
      replace("signOutStarted", null)
      beforeSignOut = before
    },
    undoSignOut(of) {
      if (state.phase !== "signingOut") return // another response has come meanwhile
      const data = of === version ? beforeSignOut : undefined
      go("signOutFailed", { ...EMPTY, data, dataUpdateCount: state.dataUpdateCount + 1 })
    },
    note: go,
  }
}
