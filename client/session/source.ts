import type { QueryClient } from "@tanstack/query-core"

import type { Session } from "../contract.ts"
import type { Http } from "../http/http.ts"
import { requestFromLeader, type LeaderRequest } from "./leader-request.ts"
import type { Page } from "../page/page.ts"
import { isSessionMessage, type SessionUpdate, type SessionMessage } from "./tab-messages.ts"
import { ServerClock } from "./server-clock.ts"
import { sessionKey } from "./options.ts"
import { SessionQuery } from "./query.ts"
import { isSameUser } from "./state.ts"
import { Tabs } from "./tabs.ts"
import { sessionVersion } from "../page/session-version.ts"

interface SourceOptions {
  base: string
  http: Http
  page: Page
  queryClient: QueryClient
  /** Called when something but the data changed. */
  changed: () => void
}

const SECOND = 1000
const RECENT_MS = 10 * SECOND // how old the leader's answer may be for a tab that opens or sees another version
const ignore = () => {} // what failed stands in the query's state

/** Where a session comes from: the service, the other tabs, and the version cookie that says when to ask. */
export class SessionSource<S extends Session> {
  readonly #http: Http
  readonly #page: Page
  readonly #changed: () => void
  readonly #query: SessionQuery<S>
  readonly #tabs: Tabs<SessionMessage<S>>
  readonly clock = new ServerClock()
  /** Grows whenever somebody signs out; an answer to an older question is void. */
  epoch = 0
  /** The count of data updates during which the data is not to be shown. */
  veiled = -1
  /** The version that the data belongs to, and when it was asked for. */
  known: string | undefined
  #askedAt = 0
  /** A sign-out is under way: the next change of the version is its own. */
  #leaving = false
  /** What the question that is about to be asked needs; one by the app's own QueryClient wants the newest. */
  #next: { since: number; alone: boolean } | undefined
  #ready: Promise<void> | undefined
  #waiting: LeaderRequest<S | null> | undefined
  #hintedAt = 0
  #hint: ReturnType<typeof setTimeout> | undefined

  constructor({ base, http, page, queryClient, changed }: SourceOptions) {
    this.#http = http
    this.#page = page
    this.#changed = changed
    this.#tabs = new Tabs({ page, name: sessionKey(base).join(), heard: this.#heard, led: changed })
    this.#query = new SessionQuery(queryClient, base, this.load)
  }

  /** Whether this tab asks for the others. */
  get leads(): boolean {
    return this.#tabs.leads
  }
  get stored() {
    return this.#query.state
  }
  /** Milliseconds until the session ends by the server's clock; Infinity where there is none. */
  get left(): number {
    const { data } = this.stored
    return data ? this.clock.until(data.expires) : Infinity
  }
  /** Joins the other tabs, and asks where nothing is known. */
  start(): () => void {
    this.known = sessionVersion(this.#page)
    this.#ready = this.#tabs.start().then(this.#changed) // who leads polls in time, the others a little later
    const unobserve = this.#query.observe({ changed: this.#changed, ask: this.#askLeader })
    return () => {
      unobserve()
      this.#tabs.stop()
      clearTimeout(this.#hint)
      this.#hint = undefined
    }
  }

  /** The page goes into the back-forward cache. */
  rest = (): void => this.#tabs.stop()

  /** The page is back from there, and has missed what the other tabs said. */
  wake = (): void => {
    this.#ready = this.#tabs.start()
    // without a version nothing tells whether this is still the same visitor
    if (this.known === undefined && this.stored.data) this.known = "unknown"
    this.look(true)
  }

  /** Asks after a sign-in, unless the version cookie shows that it was asked since. @throws {RequestError} */
  async refresh(before?: string): Promise<S | null> {
    const version = sessionVersion(this.#page)
    if (version !== undefined && before !== undefined && version !== before) {
      return this.known === version ? (this.stored.data ?? null) : this.#question(Date.now() - RECENT_MS)
    }
    await this.#query.cancel() // it may answer with what was
    return this.#ask(Date.now(), true)
  }

  /** Takes a session from the server's rendering or from a POST; `tell` tells the other tabs. */
  take(session: S | null, notify = true): void {
    this.put(session)
    this.#know(sessionVersion(this.#page), Date.now())
    if (notify) this.#say(session)
  }

  /** Nobody is signed in, as soon as the service has heard of it. */
  leave(): void {
    const at = Date.now()
    this.put(null)
    this.#leaving = true
    this.#tabs.post({ says: null, version: sessionVersion(this.#page), at, leaving: true })
  }

  /** Tells the other tabs that something changed, and not what. */
  hint(): void {
    this.#leaving = false
    this.#tabs.post({ hint: true })
  }

  /** What a query that shares the session runs: the leader's answer, or else the service's. */
  load = async ({ signal }: { signal: AbortSignal }): Promise<S | null> => {
    const { since, alone } = this.#next ?? { since: Date.now(), alone: false }
    this.#next = undefined
    await this.#ready
    if (alone || this.#tabs.leads) return this.#fetch(signal)
    const answer = requestFromLeader<S | null>({
      signal,
      ask: () => this.#fetch(signal),
      track: (question) => (this.#waiting = question),
    })
    this.#tabs.post({ ask: since })
    return answer
  }

  async #fetch(signal: AbortSignal, again = true): Promise<S | null> {
    const version = sessionVersion(this.#page)
    const at = Date.now()
    const { session, date } = await this.#http.session<S>(signal)
    signal.throwIfAborted()
    this.clock.learn(date)
    if (again && sessionVersion(this.#page) !== version) return this.#fetch(signal, false)
    this.#know(version, at)
    this.#say(session)
    return session
  }

  async #ask(since = Date.now(), alone = false): Promise<S | null> {
    const { data } = this.stored
    if (data !== undefined && this.#askedAt >= since && !alone) return data
    return this.#question(since, alone)
  }

  #question(since: number, alone = false): Promise<S | null> {
    this.#next = { since, alone }
    return this.#query.fetch()
  }

  /** Asks, where an answer that the leader had lately will do: it says so only of the present version. */
  #askLeader = () => void this.#question(Date.now() - RECENT_MS).catch(ignore)

  /** The same, for those who read the answer from the state. */
  askQuietly = (since?: number, alone?: boolean) => void this.#ask(since, alone).catch(ignore)

  put(session: S | null): void {
    if (session === null) this.epoch++
    this.#query.put(session)
  }

  #know(version: string | undefined, at: number): void {
    this.known = version
    this.#askedAt = at
    this.#leaving = false
  }

  #say(says: S | null): void {
    this.#tabs.post({ says, version: this.known, at: this.#askedAt })
  }

  /** A message is a hint: it may end a session, repeat one, or fill a tab that knows nothing; else the service is asked. */
  readonly #heard = (message: unknown): void => {
    if (!isSessionMessage<S>(message)) return
    if ("says" in message) return this.#heardSession(message)
    if ("ask" in message) return this.#heardQuestion(message.ask)
    if ("wait" in message) return this.#waiting?.patience()
    this.#heardHint()
  }

  #heardSession({ says, version, at, leaving = false }: SessionUpdate<S>): void {
    // what is said of another version than the cookie's says nothing, but that the tab's own session ends
    const isKnownVersion = version === this.known
    if (version !== sessionVersion(this.#page) && !(leaving && isKnownVersion))
      return isKnownVersion ? undefined : this.look()
    const { data } = this.stored
    const isTrusted = this.#waiting && (data === undefined || this.known !== version)
    // a tab that is about to ask will hear the same, under the same version
    if (says && data === undefined && !this.#waiting && version !== undefined) return
    // a new version is one that the cookie tells of in a moment anyway; otherwise a message cannot vouch for a message
    if (says && !isTrusted && !isSameUser(data, says)) return isKnownVersion ? this.#heardHint() : this.look()
    this.#know(version, Math.min(at, Date.now()))
    this.#leaving = leaving
    if (says && this.#waiting) this.#waiting.answer(says)
    else this.put(says)
  }

  #heardQuestion(since: number): void {
    const { data } = this.stored
    if (!this.#tabs.leads) return
    if (data !== undefined && this.#askedAt >= since && this.known === sessionVersion(this.#page)) {
      return this.#say(data)
    }
    this.#tabs.post({ wait: true })
    this.askQuietly()
  }

  /** Asks alone, since a message cannot vouch for a message; at most once a second. */
  #heardHint(): void {
    this.#leaving = false
    if (this.#waiting) return this.#waiting.alone()
    const ask = () => {
      this.#hint = undefined
      if (this.stored.fetchStatus === "fetching") return wait(SECOND)
      this.#hintedAt = Date.now()
      this.askQuietly(Date.now(), true)
    }
    const wait = (ms: number) => void (this.#hint = setTimeout(ask, ms))
    if (this.#hint === undefined) wait(Math.max(0, this.#hintedAt + SECOND - Date.now()))
  }

  /** Asks when the version is not that of the data, and where `veil` is set shows nothing until it is answered. */
  look = (hide = false): void => {
    const version = sessionVersion(this.#page)
    if (version === this.known) return
    if (this.#leaving) {
      this.#leaving = false
      this.known = version
      return
    }
    if (hide) this.veiled = this.stored.dataUpdateCount
    this.#changed()
    this.#askLeader()
  }
}
