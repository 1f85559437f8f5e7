import type { Query } from "@tanstack/query-core"
import { QueryObserver } from "@tanstack/query-core"

import type { Session } from "./contract.ts"
import type { Http, SessionAnswer } from "./http.ts"
import type { LeaderQuestion } from "./leader-question.ts"
import { questionLeader } from "./leader-question.ts"
import type { Page } from "./page.ts"
import type { Said, SessionMessage } from "./session-messages.ts"
import { isSessionMessage } from "./session-messages.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import { quietQuery, sessionKey, smallClient } from "./session-options.ts"
import type { SessionState } from "./session-state.ts"
import { isSameState, isSameVisitor, stateOf, steadySession } from "./session-state.ts"
import { isFromHistory } from "./page.ts"
import { Tabs } from "./tabs.ts"
import { sessionVersion } from "./version.ts"
import { watchPage } from "./watch-page.ts"

type Timer = ReturnType<typeof setTimeout> | undefined

const SECOND = 1000
/** The longest sleep of a timer: below 2^31 ms, and short enough to notice that the device slept. */
const NAP = 30 * SECOND
/** How old the leader's answer may be for a tab that opens. */
const RECENT = 10 * SECOND

/** How long after a failure a tab that knows nothing asks again. */
const RETRY = 5 * SECOND
const LONGEST = 2 ** 31 - 1

const ignore = () => {} // what failed stands in the query's state

/** The session of this browser as one tab knows it. It runs from the first listener to the last. */
export class SessionStore<S extends Session = Session> {
  readonly #page: Page
  readonly #http: Http
  readonly #options: SessionStoreOptions<S>
  readonly #observer: QueryObserver<S | null>
  readonly #tabs: Tabs<SessionMessage<S>>
  readonly #listeners = new Set<() => void>()
  readonly #steady = steadySession<S>()
  readonly #first: SessionState<S>
  #state: SessionState<S>
  /** The version that the data belongs to, and when it was asked for. */
  #known: string | undefined
  #askedAt = 0
  /** Server's clock minus ours. */
  #skew = 0
  /** A sign-out is under way: the next change of the version is its own. */
  #leaving = false
  /** Grows whenever somebody signs out; an answer to an older question is void. */
  #epoch = 0
  /** The count of data updates during which the data is not to be shown, or an error beside it. */
  #veiled = -1
  #failed: { error: Error; during: number } | undefined
  #next = { since: 0, alone: false }
  /** What the server rendered last. */
  #given: string | undefined
  #ready: Promise<void> | undefined
  #waiting: LeaderQuestion<S | null> | undefined
  #settling: { promise: Promise<void>; resolve: () => void } | undefined
  #stop: (() => void) | undefined
  #hintedAt = 0
  #hint: Timer
  #expiry: Timer
  #poll: Timer

  constructor(base: string, http: Http, page: Page, options: SessionStoreOptions<S>) {
    const { session, queryClient = smallClient() } = options
    const queryKey = sessionKey(base)
    this.#page = page
    this.#http = http
    this.#options = options
    this.#given = JSON.stringify(session)
    this.#tabs = new Tabs({ page, name: queryKey.join(), heard: this.#heard, led: this.#schedulePoll })
    this.#observer = new QueryObserver<S | null>(queryClient, { ...quietQuery, queryKey, queryFn: this.load })
    // only a browser writes to a QueryClient: on a server it could be shared by two visitors
    if (page.document && session !== undefined) this.#cached.setData(session)
    const data = session === undefined && page.document ? this.#stored.data : session
    this.#first = stateOf<S>({ data: data && this.#steady(data), error: null, left: Infinity, warning: 0 })
    this.#state = this.#first
  }

  get = (): SessionState<S> => this.#state

  /** The state that the server rendered: what the first render in a browser must show. */
  initial = (): SessionState<S> => this.#first

  /** Calls back after each change. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(listener) && !this.#listeners.size) this.#stop?.()
    }
  }

  /** Asks the service now, unless it was asked since the session changed. @throws {RequestError} */
  refresh = async (before?: string): Promise<S | null> => {
    const version = sessionVersion(this.#page)
    if (version !== undefined && before !== undefined && version !== before) {
      return this.#known === version ? (this.#stored.data ?? null) : this.#ask()
    }
    await this.#cached.cancel({ revert: true }) // it may answer with what was
    return this.#ask(Date.now(), true)
  }

  /** Sends `data` to the `jwt` or `session` callback; waits while the session is loading. @throws {RequestError} */
  update = async (data?: unknown): Promise<S | null> => {
    await this.settled()
    if (this.#state.status === "loading") throw this.#state.error
    if (this.#state.data === null) return null
    const epoch = this.#epoch
    const { session, date } = await this.#http.update<S>(data)
    if (epoch !== this.#epoch) return this.#stored.data ?? null // signed out while it was under way
    this.#learn(date)
    this.#put(session)
    this.#know(sessionVersion(this.#page), Date.now(), session)
    return session
  }

  /** Takes over a session that the server rendered later; the same one again says nothing new. */
  accept = (session: S | null | undefined): void => {
    const given = JSON.stringify(session)
    if (session === undefined || given === this.#given) return
    this.#given = given
    this.#known = sessionVersion(this.#page)
    this.#put(session)
  }

  /** Resolves when the session is known, or could not be asked for; one promise for as long as it is loading. */
  settled = (): Promise<void> => {
    if (this.#settling) return this.#settling.promise
    const settling = Promise.withResolvers<void>()
    if (this.#isSettled()) settling.resolve()
    else this.#settling = settling
    return settling.promise
  }

  /** Signs out in every tab before the service has; the caller says how it went. */
  leave(): { done(): void; undo(error: Error): void } {
    const before = this.#stored.data
    this.#leaving = true
    this.#put(null)
    this.#tabs.post({ says: null, version: sessionVersion(this.#page), at: Date.now(), leaving: true })
    const epoch = this.#epoch
    return {
      done: () => this.#know(sessionVersion(this.#page), Date.now(), null),
      undo: (error) => {
        this.#leaving = false
        if (before && epoch === this.#epoch && this.#stored.data === null) this.#put(before)
        this.#failed = { error, during: this.#stored.dataUpdateCount }
        this.#changed()
        this.#tabs.post({ hint: true })
      },
    }
  }

  /** Tells the other tabs that something changed, and not what. */
  hint(): void {
    this.#tabs.post({ hint: true })
  }

  /** What a query that shares the session runs: the leader's answer, or else the service's. */
  load = async ({ signal }: { signal: AbortSignal }): Promise<S | null> => {
    const { since, alone } = this.#next
    this.#next = { since: Date.now(), alone: false }
    await this.#ready
    if (alone || this.#tabs.leads) return this.#fetch(signal)
    const answer = questionLeader<S | null>({
      signal,
      ask: () => this.#fetch(signal),
      track: (question) => (this.#waiting = question),
    })
    this.#tabs.post({ ask: since })
    return answer
  }

  get #cached(): Query<S | null> {
    return this.#observer.getCurrentQuery()
  }

  get #stored() {
    return this.#cached.state
  }

  async #fetch(signal: AbortSignal, again = true): Promise<S | null> {
    const version = sessionVersion(this.#page)
    const at = Date.now()
    const { session, date }: SessionAnswer<S> = await this.#http.session<S>(signal)
    signal.throwIfAborted()
    this.#learn(date)
    if (again && sessionVersion(this.#page) !== version) return this.#fetch(signal, false)
    this.#know(version, at, session)
    return session
  }

  async #ask(since = Date.now(), alone = false): Promise<S | null> {
    const { data } = this.#stored
    if (data !== undefined && this.#askedAt >= since && !alone) return data
    this.#next = { since, alone }
    return this.#cached.fetch(this.#observer.options)
  }

  /** The same, for those who read the answer from the state. */
  readonly #askQuietly = (since?: number, alone?: boolean) => void this.#ask(since, alone).catch(ignore)

  /** The `Date` header has whole seconds, so it may lag by one: the greatest difference is the nearest to the truth. */
  #learn(date: number): void {
    const sample = date - Date.now()
    if (sample > this.#skew || sample < this.#skew - 1500) this.#skew = sample
  }

  /** Replaces the data at once; an answer that is still under way is void. */
  #put(session: S | null): void {
    void this.#cached.cancel({ revert: true })
    if (session === null) this.#epoch++
    this.#cached.setData(session)
  }

  /** Remembers what the data belongs to, and tells the other tabs. */
  #know(version: string | undefined, at: number, says: S | null): void {
    this.#known = version
    this.#askedAt = at
    this.#leaving = false
    this.#tabs.post({ says, version, at })
  }

  /** A message is a hint: it may end a session, repeat one, or fill a tab that knows nothing; else the service is asked. */
  readonly #heard = (message: unknown): void => {
    if (!isSessionMessage<S>(message)) return
    if ("says" in message) return this.#heardSession(message)
    if ("ask" in message) return this.#heardQuestion(message.ask)
    if ("wait" in message) return this.#waiting?.patience()
    this.#heardHint()
  }

  #heardSession({ says, version, at, leaving = false }: Said<S>): void {
    // what is said of another version than the cookie's says nothing, but that the tab's own session ends
    if (version !== sessionVersion(this.#page) && !(leaving && version === this.#known)) return this.#look()
    const { data } = this.#stored
    const trusted = this.#waiting && (data === undefined || this.#known !== version)
    if (says && !trusted && !isSameVisitor(data, says)) return this.#heardHint()
    this.#known = version
    this.#askedAt = Math.min(at, Date.now())
    this.#leaving = leaving
    if (says && this.#waiting) this.#waiting.answer(says)
    else this.#put(says)
  }

  #heardQuestion(since: number): void {
    if (!this.#tabs.leads) return
    const { data } = this.#stored
    if (data !== undefined && this.#askedAt >= since && this.#known === sessionVersion(this.#page)) {
      return this.#tabs.post({ says: data, version: this.#known, at: this.#askedAt })
    }
    this.#tabs.post({ wait: true })
    this.#askQuietly()
  }

  /** Asks alone, since a message cannot vouch for a message; at most once a second. */
  #heardHint(): void {
    this.#leaving = false
    if (this.#waiting) return this.#waiting.alone()
    const ask = () => {
      this.#hint = undefined
      if (this.#stored.fetchStatus === "fetching") return wait(SECOND)
      this.#hintedAt = Date.now()
      this.#askQuietly(Date.now(), true)
    }
    const wait = (ms: number) => void (this.#hint = setTimeout(ask, ms))
    if (this.#hint === undefined) wait(Math.max(0, this.#hintedAt + SECOND - Date.now()))
  }

  /** Asks when the version is not that of the data, and where `veil` is set shows nothing until it is answered. */
  readonly #look = (veil = false): void => {
    const version = sessionVersion(this.#page)
    if (version === this.#known) return
    if (this.#leaving) {
      this.#leaving = false
      this.#known = version
      return
    }
    if (veil) this.#veiled = this.#stored.dataUpdateCount
    this.#changed()
    this.#askQuietly()
  }

  #start(): void {
    const page = this.#page
    this.#known = sessionVersion(page)
    this.#ready = this.#tabs.start()
    this.#next = { since: Date.now() - RECENT, alone: false }
    const unobserve = this.#observer.subscribe(this.#changed)
    this.#next = { since: Date.now(), alone: false }
    const refetch = () => this.#askQuietly(Date.now() - SECOND)
    const unwatch = watchPage(page, {
      moved: () => this.#look(),
      online: refetch,
      shown: () => {
        this.#tick()
        this.#look(true)
        if (this.#options.refetchOnWindowFocus ?? true) refetch()
      },
      left: () => this.#tabs.stop(),
      returned: () => {
        this.#ready = this.#tabs.start()
        this.#tick()
        // without a version nothing tells whether this is still the same visitor
        if (this.#known === undefined && this.#stored.data) this.#known = "unknown"
        this.#look(true)
      },
    })
    this.#stop = () => {
      unwatch()
      unobserve()
      this.#tabs.stop()
      for (const timer of [this.#hint, this.#expiry, this.#poll]) clearTimeout(timer)
      this.#hint = undefined
    }
    this.#changed()
    // HTML from the browser's history may be older than a sign-out
    if (this.#options.session !== undefined && isFromHistory(page)) this.#askQuietly()
  }

  get #left(): number {
    const { data } = this.#stored
    return data ? Date.parse(data.expires) - Date.now() - this.#skew : Infinity
  }

  #isSettled(): boolean {
    return this.#state.status !== "loading" || this.#state.error !== null
  }

  /** Makes the state from the facts, tells the listeners where it is another one, and sets the timers. */
  readonly #changed = (): void => {
    const { data, error, dataUpdateCount } = this.#stored
    const shown = this.#veiled === dataUpdateCount ? undefined : data
    const next = stateOf<S>({
      data: shown && this.#steady(shown),
      error: this.#failed?.during === dataUpdateCount ? this.#failed.error : error,
      left: this.#left,
      warning: (this.#options.expiryWarning ?? 60) * SECOND,
    })
    this.#scheduleExpiry()
    this.#schedulePoll()
    if (isSameState(this.#state, next)) return
    this.#state = next
    if (this.#isSettled()) {
      this.#settling?.resolve()
      this.#settling = undefined
    }
    for (const listener of this.#listeners) listener()
  }

  /** Notices that the session has ended, and asks whether it was prolonged elsewhere. */
  readonly #tick = (): void => {
    const was = this.#state.status
    this.#changed()
    if (was === "authenticated" && this.#left <= 0) this.#askQuietly()
  }

  #scheduleExpiry(): void {
    clearTimeout(this.#expiry)
    const left = this.#left
    if (left <= 0 || left === Infinity || !this.#listeners.size) return
    const warning = (this.#options.expiryWarning ?? 60) * SECOND
    this.#expiry = setTimeout(this.#tick, Math.min(left > warning ? left - warning : left, NAP))
  }

  /** The leader polls in time; another tab only when it has heard nothing for half an interval more. */
  readonly #schedulePoll = (): void => {
    clearTimeout(this.#poll)
    const { data, error, dataUpdatedAt, errorUpdatedAt } = this.#stored
    const { refetchInterval = 0, refetchWhenOffline = true } = this.#options
    const every = data === undefined && error ? RETRY : data ? refetchInterval * SECOND : 0
    if (!every || !this.#listeners.size) return
    const due = Math.max(dataUpdatedAt, errorUpdatedAt) + every * (this.#tabs.leads ? 1 : 1.5)
    const poll = () => {
      const resting = !refetchWhenOffline && this.#page.navigator?.onLine === false
      if (resting) this.#poll = setTimeout(poll, every)
      else this.#askQuietly(Date.now() - every / 2)
    }
    this.#poll = setTimeout(poll, Math.min(Math.max(due - Date.now(), 0), LONGEST))
  }
}
