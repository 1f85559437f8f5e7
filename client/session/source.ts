import type { Session } from "../contract.ts"
import { TIMEOUT_MS } from "../http/fetch-action.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { KnownSession, SessionCell } from "./cell.ts"
import { fetchSession } from "./fetch-session.ts"
import { createHintTimer } from "./hint-timer.ts"
import { requestFromLeader, type LeaderRequest } from "./leader-request.ts"
import { sessionKey } from "./options.ts"
import type { Phase } from "./phases.ts"
import type { QueryClientLike, QueryRequest } from "./query-client.ts"
import type { QueryConnections } from "./query-connections.ts"
import { reactTo } from "./react-to-message.ts"
import { isSessionMessage, type SessionUpdate, type SessionMessage } from "./tab-messages.ts"
import { createTabs } from "./tabs.ts"
import type { QueryCode, SessionParts } from "./types.ts"

const SECOND = 1000
const RECENT_MS = 10 * SECOND // how old the leader's session may be for a tab that opens or sees another version
const FROM_SERVER = Infinity // no session that another tab or an early response has is this new
const SIGN_OUT_MS = 2 * TIMEOUT_MS + SECOND // after this, the tab that signs out must have been closed
const ignore = () => {} // the cell has the error

/** Gets the session from the server and the other tabs. The version cookie tells when to fetch it. */
export interface SessionSource<S extends Session> {
  readonly cell: SessionCell<S>
  /** The session's key in a QueryClient. */
  readonly key: ReturnType<typeof sessionKey>
  /** Whether this tab fetches the session for the other tabs. */
  readonly isLeader: boolean
  /** Milliseconds until the session expires by the server's clock. Infinity without a session. */
  readonly remainingMs: number
  /** Whether the data belongs to the version cookie. */
  readonly isCurrent: boolean
  /** Joins the other tabs, and fetches the session if it is unknown or may be another one by now. */
  start(): () => void
  /** Keeps the session in that QueryClient too, while this source runs. */
  connect(client: QueryClientLike): void
  /** Called when the page enters the back-forward cache. */
  pause(): void
  /** Called when the page is restored from there. It has missed the other tabs' messages. */
  resume(): void
  /** Fetches after a sign-in, unless it was fetched since. `before` may be a click's event. @throws {RequestError} */
  refresh(before?: string): Promise<S | null>
  /** Stores a session that the server rendered. */
  applyRendered(session: S | null): void
  /** Stores a session that a POST returned, and tells the other tabs. */
  applySession(response: Pick<KnownSession<S>, "session" | "version">): void
  /** Does the same after a switch. If another change has overtaken it, hides the data and fetches. */
  applySwitch(response: Pick<KnownSession<S>, "session" | "version">): void
  /** Tells the other tabs that something changed, but not what. */
  hint(): void
  /** The query function of the app's QueryClients. */
  query(request: QueryRequest): Promise<S | null>
  /** Fetches for callers that read the result from the state. `done` is called when it is there. */
  refetchInBackground(since?: number, done?: () => void): void
  /** Fetches if the data has another version. */
  checkVersion(): void
  /** Does the same, but hides the data until the response arrives. It may be another user's. */
  replaceIfOld(): void
  /** Hides the data, and fetches. */
  replace(): void
  /** Tells the other tabs. The phase `signingOut` announces a sign-out that is pending. */
  share(session: KnownSession<S>, phase?: Phase): void
}

/** Creates a source, which calls `onChange` after each change. */
export function createSource<S extends Session>(
  { fetchAction, early, cell, queryCode }: SessionParts<S>,
  onChange: () => void,
): SessionSource<S> {
  const { page } = early
  const key = sessionKey(early.base)
  let queries: QueryConnections<S> | undefined
  let isRunning = false
  let ready: Promise<void> | undefined
  let waiting: LeaderRequest<KnownSession<S>> | undefined
  let signOutTimer: ReturnType<typeof setTimeout> | undefined
  const version = () => sessionVersion(page)
  const isCurrent = () => cell.isCurrent(version())

  const connectQueries = (): void => {
    if (!isRunning || !cell.queryClients.size) return
    if (queries) queries.connect()
    else import("./query-connections.ts").then(useQueryCode, ignore) // the next render or query tries again
  }
  const useQueryCode = (code: QueryCode): void => {
    queries ??= new code.QueryConnections<S>(source)
    connectQueries()
  }
  const connect = (client: QueryClientLike): void => {
    if (!page.document) return // on a server, two users could share it
    if (![...cell.queryClients].some((ref) => ref.deref() === client)) cell.queryClients.add(new WeakRef(client))
    connectQueries()
  }

  const awaitSignOut = (ms: number, act: () => void) => {
    clearTimeout(signOutTimer)
    signOutTimer = setTimeout(act, ms)
  }

  /** Requests a session that is at least as new as `since`. The leader may have one. */
  const request = (since: number): Promise<S | null> => cell.fetch((signal) => load(signal, since))
  /** Fetches, but accepts a recent response of the leader, which only shares it for the current version. */
  const requestRecent = (): void => void request(Date.now() - RECENT_MS).catch(ignore)
  const load = async (signal: AbortSignal, since: number): Promise<KnownSession<S>> => {
    await ready
    if (since === FROM_SERVER || source.isLeader) return fetchAndShare(signal, since)
    const track = (pending?: LeaderRequest<KnownSession<S>>) => (waiting = pending)
    const response = requestFromLeader<KnownSession<S>>({ signal, fetchValue: () => fetchAndShare(signal), track })
    tabs.post({ ask: since })
    return response
  }
  const fetchAndShare = async (signal: AbortSignal, since = FROM_SERVER): Promise<KnownSession<S>> => {
    const knownSession = await fetchSession<S>({ fetchAction, page, clock: cell.clock, signal }, since)
    share(knownSession)
    return knownSession
  }

  const share = ({ session, version: of, requestedAt }: KnownSession<S>, phase?: Phase): void =>
    tabs.post({ says: session, version: of, at: requestedAt, skew: cell.clock.skew, leaving: phase === "signingOut" })
  const refetchInBackground = (since = Date.now(), done?: () => void): void => {
    if (cell.shown === undefined || cell.requestedAt < since) request(since).catch(ignore).finally(done)
  }
  const checkVersion = (): void => {
    if (isCurrent()) return
    // The message of the pending sign-out is about to confirm the new version
    if (cell.state.phase === "signingOut") return awaitSignOut(SECOND, () => isCurrent() || requestRecent())
    cell.note("versionChanged")
    requestRecent()
  }
  const replace = (): void => {
    cell.note("missed")
    requestRecent()
  }
  const replaceIfOld = (): void => void (isCurrent() || replace())
  const applySession = (response: Pick<KnownSession<S>, "session" | "version">): void => {
    const knownSession = { ...response, requestedAt: Date.now() }
    cell.put(knownSession)
    share(knownSession)
    checkVersion()
  }

  /** A message may end or confirm a session, or fill a tab that has none. Otherwise this tab asks the server. */
  const onMessage = (message: unknown): void => {
    if (!isSessionMessage<S>(message)) return
    if ("says" in message) return onSession(message)
    if ("ask" in message) return onRequest(message.ask)
    if ("wait" in message) return waiting?.extendTimeout()
    onHint()
  }
  const onSession = (update: SessionUpdate<S>): void => {
    const { says, version: of, at, leaving = false, skew } = update
    const reaction = reactTo(update, { cell, version: version(), isWaiting: !!waiting })
    if (reaction === "ignore") return
    if (reaction === "check") return checkVersion()
    if (reaction === "hide") return replaceIfOld()
    if (reaction === "ask") return onHint()
    const knownSession = { session: says, version: of, requestedAt: Math.min(at, Date.now()) }
    cell.clock.skew ??= skew
    if (says && waiting) return waiting.respond(knownSession)
    if (!leaving) return cell.put(knownSession)
    cell.beginSignOut(of)
    awaitSignOut(SIGN_OUT_MS, () => cell.state.phase === "signingOut" && onHint())
  }
  const onRequest = (since: number): void => {
    const { shown, state, version: of, requestedAt } = cell
    if (!tabs.isLeader) return
    if (shown !== undefined && requestedAt >= since && isCurrent())
      return share({ session: shown, version: of, requestedAt }, state.phase)
    tabs.post({ wait: true })
    refetchInBackground()
  }
  /** Fetches without the other tabs, because a message can't confirm another message. At most once a second. */
  const onHint = (): void => {
    cell.undoSignOut(version())
    if (waiting) return waiting.askServer()
    hints.schedule()
  }

  const tabs = createTabs<SessionMessage<S>>({ name: key.join(), early, onMessage, onLead: onChange })
  const hints = createHintTimer(() => {
    if (cell.state.isFetching) return hints.schedule()
    refetchInBackground(FROM_SERVER)
  })
  const source: SessionSource<S> = {
    cell,
    key,
    get isLeader() {
      return [tabs, ...cell.tabs].some(({ isLeader }) => isLeader) // of all stores of this page
    },
    get remainingMs() {
      const { data } = cell.state
      return data ? cell.clock.until(data.expires) : Infinity
    },
    get isCurrent() {
      return isCurrent()
    },
    start() {
      const wasCurrent = isCurrent()
      isRunning = true
      ready = tabs.start().then(onChange) // a leader polls sooner than the other tabs
      cell.tabs.add(tabs)
      const unwatch = cell.watch(onChange)
      if (!wasCurrent) replace()
      // Reads the early response for the clock and the other tabs
      else if (cell.requestedAt === 0 && early.waiting.has("session")) requestRecent()
      connectQueries()
      return () => {
        isRunning = false
        queries?.stop()
        unwatch()
        cell.tabs.delete(tabs)
        tabs.stop()
        hints.stop()
        clearTimeout(signOutTimer)
      }
    },
    connect,
    pause: tabs.stop,
    resume() {
      cell.pause()
      ready = tabs.start()
      replaceIfOld()
    },
    async refresh(before) {
      const current = version()
      if (current !== undefined && typeof before === "string" && current !== before)
        return isCurrent() ? (cell.state.data ?? null) : request(Date.now() - RECENT_MS)
      cell.cancel() // it may return the previous session
      return request(FROM_SERVER)
    },
    applyRendered: (session) => cell.put({ session, version: version(), requestedAt: Date.now() }),
    applySession,
    applySwitch: (response) => (response.version === version() ? applySession(response) : replaceIfOld()),
    hint: () => tabs.post({ hint: true }),
    query({ client, isFirst = false }) {
      const { data } = cell.state
      if (client) connect(client)
      return isFirst && data !== undefined && isCurrent() ? Promise.resolve(data) : request(Date.now())
    },
    refetchInBackground,
    checkVersion,
    replaceIfOld,
    replace,
    share,
  }
  if (queryCode) useQueryCode(queryCode)
  return source
}
