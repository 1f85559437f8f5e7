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
  changed: () => void // something other than the data changed
}

const SECOND = 1000
const RECENT_MS = 10 * SECOND // how old the leader's session may be for a tab that opens or sees another version
const ignore = () => {} // the query's state has the error

/** Gets the session from the server and the other tabs. The version cookie tells when to fetch it. */
export class SessionSource<S extends Session> {
  readonly #http: Http
  readonly #page: Page
  readonly #changed: () => void
  readonly #query: SessionQuery<S>
  readonly #tabs: Tabs<SessionMessage<S>>
  readonly clock = new ServerClock()
  /** Increases at every sign-out. The response to an older request is ignored. */
  epoch = 0
  /** While the number of data updates equals this, the data is hidden. */
  veiled = -1
  /** The version that the data belongs to, and when it was requested. */
  known: string | undefined
  #askedAt = 0
  /** A sign-out is pending: it causes the next change of the version. */
  #leaving = false
  /** The options of the next request. A request by the app's own QueryClient wants the newest session. */
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

  /** Whether this tab fetches the session for the other tabs. */
  get leads(): boolean {
    return this.#tabs.leads
  }
  get stored() {
    return this.#query.state
  }
  /** Milliseconds until the session expires by the server's clock; Infinity without a session. */
  get left(): number {
    return this.stored.data ? this.clock.until(this.stored.data.expires) : Infinity
  }
  /** Joins the other tabs, and fetches the session if it is unknown. */
  start(): () => void {
    this.known = sessionVersion(this.#page)
    this.#ready = this.#tabs.start().then(this.#changed) // the leader polls on time, the other tabs a little later
    const unobserve = this.#query.observe({ changed: this.#changed, ask: this.#askLeader })
    return () => {
      unobserve()
      this.#tabs.stop()
      clearTimeout(this.#hint)
      this.#hint = undefined
    }
  }

  /** Called when the page enters the back-forward cache. */
  rest = (): void => this.#tabs.stop()
  /** Called when the page is restored from there. It has missed the other tabs' messages. */
  wake = (): void => {
    this.#ready = this.#tabs.start()
    // Without a version, this may be another user by now
    if (this.known === undefined && this.stored.data) this.known = "unknown"
    this.look(true)
  }

  /** Fetches after a sign-in, unless the version cookie shows that it was fetched since. @throws {RequestError} */
  async refresh(before?: string): Promise<S | null> {
    const version = sessionVersion(this.#page)
    if (version !== undefined && before !== undefined && version !== before) {
      return this.known === version ? (this.stored.data ?? null) : this.#question(Date.now() - RECENT_MS)
    }
    await this.#query.cancel() // it may return the previous session
    return this.#ask(Date.now(), true)
  }

  /** Stores a session that the server rendered or a POST returned. With `notify`, tells the other tabs. */
  take(session: S | null, notify = true): void {
    this.put(session)
    this.#know(sessionVersion(this.#page), Date.now())
    if (notify) this.#say(session)
  }

  /** Shows the user as signed out before the server has confirmed it. */
  leave(): void {
    const at = Date.now()
    this.put(null)
    this.#leaving = true
    this.#tabs.post({ says: null, version: sessionVersion(this.#page), at, leaving: true })
  }

  /** Tells the other tabs that something changed, but not what. */
  hint(): void {
    this.#leaving = false
    this.#tabs.post({ hint: true })
  }

  /** The query function of a query that shares the session. Returns the leader's session, or else the server's. */
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

  /** Fetches, but accepts a recent response of the leader, which only shares it for the current version. */
  #askLeader = () => void this.#question(Date.now() - RECENT_MS).catch(ignore)

  /** Fetches without a promise, for callers that read the result from the state. */
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

  /**
   * A message is only a hint. It may end a session, confirm one, or fill a tab that has none. Anything else makes this
   * tab ask the server.
   */
  readonly #heard = (message: unknown): void => {
    if (!isSessionMessage<S>(message)) return
    if ("says" in message) return this.#heardSession(message)
    if ("ask" in message) return this.#heardQuestion(message.ask)
    if ("wait" in message) return this.#waiting?.patience()
    this.#heardHint()
  }

  #heardSession({ says, version, at, leaving = false }: SessionUpdate<S>): void {
    // A message about another version than the cookie's is ignored, unless it announces the sign-out of this tab's
    // session
    const isKnownVersion = version === this.known
    if (version !== sessionVersion(this.#page) && !(leaving && isKnownVersion))
      return isKnownVersion ? undefined : this.look()
    const { data } = this.stored
    const isTrusted = this.#waiting && (data === undefined || this.known !== version)
    // This tab is about to fetch, and will get the same session under the same version
    if (says && data === undefined && !this.#waiting && version !== undefined) return
    // The cookie is about to announce a new version anyway. For the same version, a message can't confirm another
    // message
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

  /** Fetches without the other tabs, because a message can't confirm another message. At most once a second. */
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

  /** Fetches if the data has another version. With `hide`, hides the data until the response arrives. */
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
