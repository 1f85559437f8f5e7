import type { Session } from "../contract.ts"
import { TIMEOUT_MS, type FetchAction } from "../http/fetch-action.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { KnownSession, SessionCell } from "./cell.ts"
import type { EarlyStart } from "./early-lead.ts"
import { fetchSession } from "./fetch-session.ts"
import { HintTimer } from "./hint-timer.ts"
import { requestFromLeader, type LeaderRequest } from "./leader-request.ts"
import { sessionKey } from "./options.ts"
import type { Phase } from "./phases.ts"
import type { QueryClientLike, QueryRequest } from "./query-client.ts"
import type { QueryConnections } from "./query-connections.ts"
import { reactTo } from "./react-to-message.ts"
import { isSessionMessage, type SessionUpdate, type SessionMessage } from "./tab-messages.ts"
import { Tabs } from "./tabs.ts"
import type { QueryCode, SessionParts } from "./types.ts"

const SECOND = 1000
const RECENT_MS = 10 * SECOND // how old the leader's session may be for a tab that opens or sees another version
const FROM_SERVER = Infinity // no session that another tab or an early response has is this new
const SIGN_OUT_MS = 2 * TIMEOUT_MS + SECOND // after this, the tab that signs out must have been closed
const ignore = () => {} // the cell has the error

/** Gets the session from the server and the other tabs. The version cookie tells when to fetch it. */
export class SessionSource<S extends Session> {
  readonly cell: SessionCell<S>
  readonly #fetchAction: FetchAction
  readonly #early: EarlyStart
  readonly key: ReturnType<typeof sessionKey>
  readonly #onChange: () => void
  readonly #tabs: Tabs<SessionMessage<S>>
  #queries: QueryConnections<S> | undefined
  #isRunning = false
  #ready: Promise<void> | undefined
  #waiting: LeaderRequest<KnownSession<S>> | undefined
  #signOutTimer: ReturnType<typeof setTimeout> | undefined
  readonly #hints = new HintTimer(() => {
    if (this.cell.state.isFetching) return this.#hints.schedule()
    this.refetchInBackground(FROM_SERVER)
  })

  /** `onChange` is called after each change. */
  constructor({ fetchAction, early, cell, queryCode, onChange }: SessionParts<S> & { onChange: () => void }) {
    this.#early = early
    this.cell = cell
    this.#fetchAction = fetchAction
    this.key = sessionKey(early.base)
    this.#onChange = onChange
    this.#tabs = new Tabs({ name: this.key.join(), early, onMessage: this.#onMessage, onLead: onChange })
    if (queryCode) this.#useQueryCode(queryCode)
  }

  /** Whether this tab fetches the session for the other tabs. */
  get isLeader(): boolean {
    return [this.#tabs, ...this.cell.tabs].some(({ isLeader }) => isLeader) // of all stores of this page
  }
  /** Milliseconds until the session expires by the server's clock. Infinity without a session. */
  get remainingMs(): number {
    const { data } = this.cell.state
    return data ? this.cell.clock.until(data.expires) : Infinity
  }
  /** Whether the data belongs to the version cookie. */
  get isCurrent(): boolean {
    return this.cell.isCurrent(this.#version())
  }
  readonly #version = () => sessionVersion(this.#early.page)

  /** Joins the other tabs, and fetches the session if it is unknown or may be another one by now. */
  start(): () => void {
    const { cell, isCurrent } = this
    this.#isRunning = true
    this.#ready = this.#tabs.start().then(this.#onChange) // a leader polls sooner than the other tabs
    cell.tabs.add(this.#tabs)
    const unwatch = cell.watch(this.#onChange)
    if (!isCurrent) this.replace()
    // Reads the early response for the clock and the other tabs
    else if (cell.requestedAt === 0 && this.#early.waiting.has("session")) this.#requestRecent()
    this.#connectQueries()
    return () => {
      this.#isRunning = false
      this.#queries?.stop()
      unwatch()
      cell.tabs.delete(this.#tabs)
      this.#tabs.stop()
      this.#hints.stop()
      clearTimeout(this.#signOutTimer)
    }
  }

  /** Keeps the session in that QueryClient too, while this source runs. */
  connect(client: QueryClientLike): void {
    if (!this.#early.page.document) return // on a server, two users could share it
    const { queryClients } = this.cell
    if (![...queryClients].some((ref) => ref.deref() === client)) queryClients.add(new WeakRef(client))
    this.#connectQueries()
  }
  #connectQueries(): void {
    if (!this.#isRunning || !this.cell.queryClients.size) return
    if (this.#queries) this.#queries.connect()
    else import("./query-connections.ts").then(this.#useQueryCode, ignore) // the next render or query tries again
  }
  readonly #useQueryCode = ({ QueryConnections }: QueryCode): void => {
    this.#queries ??= new QueryConnections<S>(this)
    this.#connectQueries()
  }

  /** Called when the page enters the back-forward cache. */
  pause = (): void => this.#tabs.stop()
  /** Called when the page is restored from there. It has missed the other tabs' messages. */
  resume = (): void => {
    this.cell.pause()
    this.#ready = this.#tabs.start()
    this.replaceIfOld()
  }

  /** Fetches after a sign-in, unless it was fetched since. `before` may be a click's event. @throws {RequestError} */
  async refresh(before?: string): Promise<S | null> {
    const version = this.#version()
    if (version !== undefined && typeof before === "string" && version !== before)
      return this.isCurrent ? (this.cell.state.data ?? null) : this.#request(Date.now() - RECENT_MS)
    this.cell.cancel() // it may return the previous session
    return this.#request(FROM_SERVER)
  }

  /** Stores a session that the server rendered. */
  applyRendered = (session: S | null): void =>
    this.cell.put({ session, version: this.#version(), requestedAt: Date.now() })

  /** Stores a session that a POST returned, and tells the other tabs. */
  applySession(response: Pick<KnownSession<S>, "session" | "version">): void {
    const knownSession = { ...response, requestedAt: Date.now() }
    this.cell.put(knownSession)
    this.share(knownSession)
    this.checkVersion()
  }

  /** Does the same after a switch. If another change has overtaken it, hides the data and fetches. */
  applySwitch = (response: Pick<KnownSession<S>, "session" | "version">): void =>
    response.version === this.#version() ? this.applySession(response) : this.replaceIfOld()

  /** Tells the other tabs that something changed, but not what. */
  hint = (): void => this.#tabs.post({ hint: true })

  /** The query function of the app's QueryClients. */
  query({ client, isFirst = false }: QueryRequest): Promise<S | null> {
    const { data } = this.cell.state
    if (client) this.connect(client)
    return isFirst && data !== undefined && this.isCurrent ? Promise.resolve(data) : this.#request(Date.now())
  }

  /** Fetches for callers that read the result from the state. `done` is called when it is there. */
  refetchInBackground = (since = Date.now(), done?: () => void): void => {
    const { shown, requestedAt } = this.cell
    if (shown === undefined || requestedAt < since) this.#request(since).catch(ignore).finally(done)
  }

  /** Fetches if the data has another version. */
  checkVersion = (): void => {
    if (this.isCurrent) return
    // The message of the pending sign-out is about to confirm the new version
    if (this.cell.state.phase === "signingOut")
      return this.#awaitSignOut(SECOND, () => this.isCurrent || this.#requestRecent())
    this.cell.note("versionChanged")
    this.#requestRecent()
  }

  #awaitSignOut(ms: number, act: () => void) {
    clearTimeout(this.#signOutTimer)
    this.#signOutTimer = setTimeout(act, ms)
  }

  /** Does the same, but hides the data until the response arrives. It may be another user's. */
  replaceIfOld = (): void => void (this.isCurrent || this.replace())

  /** Hides the data, and fetches. */
  readonly replace = (): void => {
    this.cell.note("missed")
    this.#requestRecent()
  }

  /** Fetches, but accepts a recent response of the leader, which only shares it for the current version. */
  readonly #requestRecent = (): void => void this.#request(Date.now() - RECENT_MS).catch(ignore)
  /** Requests a session that is at least as new as `since`. The leader may have one. */
  #request(since: number): Promise<S | null> {
    return this.cell.fetch((signal) => this.#load(signal, since))
  }

  async #load(signal: AbortSignal, since: number): Promise<KnownSession<S>> {
    await this.#ready
    if (since === FROM_SERVER || this.isLeader) return this.#fetch(signal, since)
    const track = (request?: LeaderRequest<KnownSession<S>>) => (this.#waiting = request)
    const response = requestFromLeader<KnownSession<S>>({ signal, fetchValue: () => this.#fetch(signal), track })
    this.#tabs.post({ ask: since })
    return response
  }

  async #fetch(signal: AbortSignal, since = FROM_SERVER): Promise<KnownSession<S>> {
    const context = { fetchAction: this.#fetchAction, page: this.#early.page, clock: this.cell.clock, signal }
    const knownSession = await fetchSession<S>(context, since)
    this.share(knownSession)
    return knownSession
  }

  /** Tells the other tabs. The phase `signingOut` announces a sign-out that is pending. */
  share({ session, version, requestedAt }: KnownSession<S>, phase?: Phase): void {
    const { skew } = this.cell.clock
    this.#tabs.post({ says: session, version, at: requestedAt, skew, leaving: phase === "signingOut" })
  }

  /** A message may end or confirm a session, or fill a tab that has none. Otherwise this tab asks the server. */
  readonly #onMessage = (message: unknown): void => {
    if (!isSessionMessage<S>(message)) return
    if ("says" in message) return this.#onSession(message)
    if ("ask" in message) return this.#onRequest(message.ask)
    if ("wait" in message) return this.#waiting?.extendTimeout()
    this.#onHint()
  }

  #onSession(update: SessionUpdate<S>): void {
    const { cell } = this
    const { says, version, at, leaving = false, skew } = update
    const reaction = reactTo(update, { cell, version: this.#version(), isWaiting: !!this.#waiting })
    if (reaction === "ignore") return
    if (reaction === "check") return this.checkVersion()
    if (reaction === "hide") return this.replaceIfOld()
    if (reaction === "ask") return this.#onHint()
    const knownSession = { session: says, version, requestedAt: Math.min(at, Date.now()) }
    cell.clock.skew ??= skew
    if (says && this.#waiting) return this.#waiting.respond(knownSession)
    if (!leaving) return cell.put(knownSession)
    cell.beginSignOut(version)
    this.#awaitSignOut(SIGN_OUT_MS, () => cell.state.phase === "signingOut" && this.#onHint())
  }

  #onRequest(since: number): void {
    const { shown, state, version, requestedAt } = this.cell
    if (!this.#tabs.isLeader) return
    if (shown !== undefined && requestedAt >= since && this.isCurrent)
      return this.share({ session: shown, version, requestedAt }, state.phase)
    this.#tabs.post({ wait: true })
    this.refetchInBackground()
  }

  /** Fetches without the other tabs, because a message can't confirm another message. At most once a second. */
  #onHint(): void {
    this.cell.undoSignOut(this.#version())
    if (this.#waiting) return this.#waiting.askServer()
    this.#hints.schedule()
  }
}
