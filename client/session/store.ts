import type { Session } from "../contract.ts"
import type { FetchAction } from "../http/fetch-action.ts"
import { throwScriptError } from "../http/errors.ts"
import { isFromCache, watchPage } from "../page/watch-page.ts"
import { beginSignOut } from "./begin-sign-out.ts"
import { createStableSession, isSameState } from "./compare.ts"
import type { EarlyStart } from "./early-lead.ts"
import type { SessionStoreOptions } from "./options.ts"
import { pollTimes, type PollTimes } from "./poll-times.ts"
import type { QueryRequest } from "./query-client.ts"
import type { Seed } from "./seed.ts"
import { SessionSource } from "./source.ts"
import { toSessionState, type SessionState } from "./state.ts"
import { SessionTimers } from "./timers.ts"
import type { FullStore, PendingSignOut, ServerSession, SessionParts } from "./types.ts"

const SECOND = 1000
const OLD = 60 * SECOND // a page that lacks a script from the start would reload for ever

interface StoreParts<S extends Session> extends SessionParts<S> {
  options: SessionStoreOptions<S>
  seed: Seed<S>
}

/** One tab's view of this browser's session. It runs from the first listener to the last. */
export class SessionStore<S extends Session = Session> implements FullStore<S> {
  readonly #early: EarlyStart
  readonly #fetchAction: FetchAction
  #options: SessionStoreOptions<S>
  readonly #source: SessionSource<S>
  readonly #timers: SessionTimers
  readonly #listeners = new Set<() => void>()
  readonly #stabilize: (session: S) => S
  readonly #first: SessionState<S>
  #state: SessionState<S>
  /** The session that the server rendered last. */
  #rendered: string | undefined
  #isSigningOut = false
  #wasSigningOut = false
  /** An error of an action, shown until the data changes. */
  #failed: { error: Error; during: number } | undefined
  #settling: Promise<void> | undefined
  #settle = () => {}
  #stop: (() => void) | undefined

  constructor({ cell, fetchAction, queryCode, early, options, seed }: StoreParts<S>) {
    this.#early = early
    this.#fetchAction = fetchAction
    this.#options = options
    this.#rendered = JSON.stringify(seed.session)
    this.#source = new SessionSource({ fetchAction, queryCode, early, cell, onChange: () => this.#onChange() })
    this.#timers = new SessionTimers(
      () => this.#onChange(),
      () => this.#poll(),
    )
    this.#stabilize = createStableSession(seed.live)
    this.#state = this.#first = seed.state
    if (options.queryClient) this.#source.connect(options.queryClient)
    const { rendered } = seed
    const isKnown = rendered?.version !== undefined && rendered.version === cell.version && this.#source.isCurrent
    const isOlder = seed.session === undefined && cell.state.phase !== "loading" // another store of the page knows more
    if (rendered && !isKnown && !isOlder) cell.put({ ...rendered, requestedAt: 0 })
  }

  get = (): SessionState<S> => {
    const { cell } = this.#source
    // Nothing notifies a page whose stores have stopped. A running one reads no cookie here, which would be slow
    if (this.#stop && !cell.tabs.size && !this.#source.isCurrent) {
      cell.note("missed")
      this.#onChange()
    }
    return this.#state
  }

  initial = (): SessionState<S> => this.#first

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(listener) && !this.#listeners.size) this.#stop?.()
    }
  }

  refresh = (before?: string): Promise<S | null> => this.#source.refresh(before)

  update = async (data?: unknown): Promise<S | null> => {
    const { updateSession } = await import("./update-session.ts").catch((error: unknown) => {
      const { performance, location } = this.#early.page
      if (performance?.now && performance.now() > OLD) location?.reload() // a deploy has removed the script
      return throwScriptError(error)
    })
    await this.settled()
    return updateSession(
      { source: this.#source, early: this.#early, fetchAction: this.#fetchAction },
      this.#state,
      data,
    )
  }

  accept = (options: SessionStoreOptions<S>): void => {
    const { session, queryClient } = (this.#options = options)
    const rendered = JSON.stringify(session)
    if (queryClient) this.#source.connect(queryClient)
    if (session !== undefined && rendered !== this.#rendered) {
      this.#rendered = rendered
      this.#source.applyRendered(session)
    }
    this.#onChange()
  }

  settled = (): Promise<void> => {
    if (this.#isSettled()) return Promise.resolve()
    this.#settling ??= new Promise((resolve) => (this.#settle = resolve))
    // React discards a provider whose parent waits, so it never starts. The next one has the response
    if (!this.#listeners.size) this.#source.refetchInBackground(0, () => this.#onChange())
    return this.#settling
  }

  beginSignOut(): PendingSignOut {
    return beginSignOut({
      source: this.#source,
      page: this.#early.page,
      setSigningOut: (isSigningOut, error) => {
        this.#isSigningOut = isSigningOut
        if (error) this.#failed = { error, during: this.#source.cell.state.dataUpdateCount }
        this.#onChange()
      },
    })
  }

  get isSigningOut(): boolean {
    return this.#isSigningOut || this.#source.cell.state.phase === "signingOut"
  }

  hint = (): void => this.#source.hint()

  applySwitch = (response: ServerSession<S>): void => this.#source.applySwitch(response)

  query = (request: QueryRequest): Promise<S | null> => this.#source.query(request)

  #start(): void {
    const source = this.#source
    const refetch = () => source.refetchInBackground(Date.now() - SECOND)
    const stopSource = source.start()
    const stopWatching = watchPage(this.#early.page, {
      onChange: () => source.checkVersion(),
      // After a network failure, fetch at once, however recent that was
      onOnline: () => (this.get().error ? source.refetchInBackground() : refetch()),
      onVisible: () => {
        source.replaceIfOld()
        this.#onChange()
        if (this.#options.refetchOnWindowFocus ?? true) refetch()
      },
      onHide: source.pause,
      onRestore: () => {
        if (this.#isSigningOut) this.#early.page.location?.reload() // it still shows the signed-in user's content
        source.resume()
        this.#onChange()
      },
    })
    this.#stop = () => {
      stopWatching()
      stopSource()
      this.#timers.stop()
    }
    this.#onChange()
    // HTML from the browser's cache may be older than a sign-out
    if (this.#options.session !== undefined && isFromCache(this.#early.page)) source.refetchInBackground()
  }

  #isSettled(): boolean {
    return this.#state.status !== "loading" || this.#state.error !== null
  }

  /** Derives the state, sets the timers, and notifies the listeners if the state changed. */
  #onChange(): void {
    const { remainingMs, cell } = this.#source
    // A session that the server returned afterwards hasn't ended: the device's clock is wrong
    if (remainingMs <= 0 && cell.requestedAt < Date.now() + remainingMs) cell.note("ended")
    const { shown } = cell
    const { error, dataUpdateCount } = cell.state
    const warning = (this.#options.expiryWarning ?? 60) * SECOND
    const next = toSessionState<S>(
      shown && this.#stabilize(shown),
      this.#failed?.during === dataUpdateCount ? this.#failed.error : error,
      !!shown && remainingMs <= warning,
    )
    if (this.#listeners.size) this.#timers.set({ remainingMs, warning, pollAt: this.#pollTimes.pollAt })
    if (cell.state.phase === "expired" && !cell.state.isFetching && this.#listeners.size)
      this.#source.refetchInBackground()
    const { isSigningOut } = this
    if (isSameState(this.#state, next) && isSigningOut === this.#wasSigningOut) return
    this.#wasSigningOut = isSigningOut
    this.#state = next
    if (this.#isSettled()) {
      this.#settle()
      this.#settling = undefined
    }
    for (const listener of this.#listeners) listener()
  }

  get #pollTimes(): PollTimes {
    const { cell, isLeader } = this.#source
    const interval = (this.#options.refetchInterval ?? 0) * SECOND
    return pollTimes({
      cell,
      interval,
      isLeader,
      skippedAt: this.#skippedAt,
    })
  }

  /** When a poll was skipped because the device is offline. */
  #skippedAt = 0

  #poll(): void {
    const { refetchWhenOffline = true } = this.#options
    if (refetchWhenOffline || this.#early.page.navigator?.onLine !== false) {
      return this.#source.refetchInBackground(Date.now() - this.#pollTimes.delay / 2)
    }
    this.#skippedAt = Date.now()
    this.#onChange()
  }
}
