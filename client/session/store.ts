import type { Session } from "../contract.ts"
import type { Http } from "../http/http.ts"
import type { Page } from "../page/page.ts"
import { createMinimalQueryClient } from "./query-client.ts"
import { RequestError } from "../http/errors.ts"
import type { SessionStoreOptions } from "./options.ts"
import { SessionSource } from "./source.ts"
import { toSessionState, type Seed, type SessionState } from "./state.ts"
import { SessionTimers } from "./timers.ts"
import type { PendingSignOut, FullStore } from "./types.ts"
import { sessionVersion } from "../page/session-version.ts"
import { isFromHistory, watchPage } from "../page/watch-page.ts"

const SECOND = 1000
/** How long a tab without a session waits after a failure before it tries again. */
const RETRY_DELAY = 5 * SECOND

interface StoreParts<S extends Session> {
  base: string
  http: Http
  page: Page
  options: SessionStoreOptions<S>
  seed: Seed<S>
}

/** One tab's view of this browser's session. It runs from the first listener to the last. */
export class SessionStore<S extends Session = Session> implements FullStore<S> {
  readonly #page: Page
  readonly #http: Http
  #options: SessionStoreOptions<S>
  readonly #source: SessionSource<S>
  readonly #timers: SessionTimers
  readonly #listeners = new Set<() => void>()
  readonly #steady: (session: S) => S
  readonly #first: SessionState<S>
  #state: SessionState<S>
  /** The session that the server rendered last. */
  #given: string | undefined
  #leaving = false
  /** An error of an action, shown until the data changes. */
  #failed: { error: Error; during: number } | undefined
  #settling: { promise: Promise<void>; resolve: () => void } | undefined
  #stop: (() => void) | undefined

  constructor({ base, http, page, options, seed }: StoreParts<S>) {
    const { session, queryClient = createMinimalQueryClient() } = options
    this.#page = page
    this.#http = http
    this.#options = options
    this.#given = JSON.stringify(session)
    this.#source = new SessionSource({ base, http, page, queryClient, changed: () => this.#changed() })
    this.#timers = new SessionTimers(() => this.#tick(), () => this.#poll()) // prettier-ignore
    this.#steady = seed.steady
    this.#state = this.#first = seed.state
    // Only a browser writes to a QueryClient: on a server, two users could share it
    if (page.document && session !== undefined) this.#source.put(session)
  }

  get = (): SessionState<S> => this.#state

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
    await this.settled()
    if (this.#state.status === "loading") throw this.#state.error
    if (this.#state.data === null) return null
    await this.#catchUp(this.#state.data)
    const { epoch } = this.#source
    const { session, date } = await this.#http.update<S>(data)
    if (epoch !== this.#source.epoch) return this.#source.stored.data ?? null // signed out while the request was pending
    this.#source.clock.learn(date)
    this.#source.take(session)
    return session
  }

  accept = (options: SessionStoreOptions<S>): void => {
    const { session } = (this.#options = options)
    const given = JSON.stringify(session)
    if (session !== undefined && given !== this.#given) {
      this.#given = given
      this.#source.take(session, false)
    }
    this.#changed()
  }

  settled = (): Promise<void> => {
    if (this.#settling) return this.#settling.promise
    const settling = Promise.withResolvers<void>()
    if (this.#isSettled()) settling.resolve()
    else this.#settling = settling
    return settling.promise
  }

  leave(): PendingSignOut {
    const source = this.#source
    const before = source.stored.data
    this.#leaving = true
    source.leave()
    const { epoch } = source
    const version = sessionVersion(this.#page)
    return {
      done: (navigates = false) => {
        this.#leaving = navigates
        source.take(null)
      },
      undo: (error) => {
        this.#leaving = false
        // Unless another tab has signed out or in meanwhile
        if (before && epoch === source.epoch && version === sessionVersion(this.#page)) source.put(before)
        this.#failed = { error, during: source.stored.dataUpdateCount }
        this.#changed()
        source.hint()
        source.look()
      },
    }
  }

  get leaving(): boolean {
    return this.#leaving
  }

  hint(): void {
    this.#source.hint()
  }

  load = (context: { signal: AbortSignal }): Promise<S | null> => this.#source.load(context)

  #start(): void {
    const source = this.#source
    const refetch = () => source.askQuietly(Date.now() - SECOND)
    const stopSource = source.start()
    const stopWatching = watchPage(this.#page, {
      moved: () => source.look(),
      // After a network failure, fetch at once, however recent that was
      online: () => (this.get().error ? source.askQuietly(Date.now()) : refetch()),
      shown: () => {
        this.#tick()
        source.look(true)
        if (this.#options.refetchOnWindowFocus ?? true) refetch()
      },
      left: source.rest,
      returned: () => {
        if (this.#leaving) this.#page.location?.reload() // it still shows the signed-in user's content
        this.#tick()
        source.wake()
      },
    })
    this.#stop = () => {
      stopWatching()
      stopSource()
      this.#timers.stop()
    }
    this.#changed()
    // HTML from the browser's history may be older than a sign-out
    if (this.#options.session !== undefined && isFromHistory(this.#page)) source.askQuietly()
  }

  // Never sends one user's data as another user, who signed in in another tab
  async #catchUp(previous: S): Promise<void> {
    const { known: knownVersion } = this.#source
    if (sessionVersion(this.#page) === knownVersion) return
    if (userKey(await this.#source.refresh(knownVersion)) !== userKey(previous)) throw new RequestError("session", 409)
  }

  #isSettled(): boolean {
    return this.#state.status !== "loading" || this.#state.error !== null
  }

  /** Derives the state, sets the timers, and notifies the listeners if the state changed. */
  #changed(): void {
    const { left, veiled: hiddenUpdateCount, stored } = this.#source
    const { data, error, dataUpdateCount } = stored
    const shown = hiddenUpdateCount === dataUpdateCount ? undefined : data
    const warning = (this.#options.expiryWarning ?? 60) * SECOND
    const next = toSessionState<S>({
      data: shown && this.#steady(shown),
      error: this.#failed?.during === dataUpdateCount ? this.#failed.error : error,
      left,
      warning,
    })
    if (this.#listeners.size) this.#timers.set({ left, warning, pollAt: this.#pollAt })
    if (isSameState(this.#state, next)) return
    this.#state = next
    if (this.#isSettled()) {
      this.#settling?.resolve()
      this.#settling = undefined
    }
    for (const listener of this.#listeners) listener()
  }

  /** Notices that the session has expired, and fetches in case it was extended elsewhere. */
  #tick(): void {
    const was = this.#state.status
    this.#changed()
    if (was === "authenticated" && this.#source.left <= 0) this.#source.askQuietly()
  }

  /** Milliseconds between two polls; 0 never polls. */
  get #every(): number {
    const { data, error } = this.#source.stored
    if (data === undefined && error) return RETRY_DELAY
    return data ? (this.#options.refetchInterval ?? 0) * SECOND : 0
  }

  /** When to poll next. The leader polls on time; other tabs only after half an interval more without news. */
  get #pollAt(): number | undefined {
    const { dataUpdatedAt, errorUpdatedAt } = this.#source.stored
    const every = this.#every * (this.#source.leads ? 1 : 1.5)
    return every ? Math.max(dataUpdatedAt, errorUpdatedAt, this.#rested) + every : undefined
  }

  /** When a poll was skipped because the device is offline. */
  #rested = 0

  #poll(): void {
    const { refetchWhenOffline = true } = this.#options
    if (refetchWhenOffline || this.#page.navigator?.onLine !== false) {
      return this.#source.askQuietly(Date.now() - this.#every / 2)
    }
    this.#rested = Date.now()
    this.#changed()
  }
}

/** Identifies the user, if the session contains an id or an email address. */
const userKey = (session: Session | null): string | null | undefined => session?.user?.id ?? session?.user?.email

/** Whether the listeners can ignore the change from one state to the other. */
function isSameState(one: SessionState, other: SessionState): boolean {
  return (
    one.data === other.data &&
    one.status === other.status &&
    one.error === other.error &&
    one.expiresSoon === other.expiresSoon
  )
}
