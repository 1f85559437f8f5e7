import type { Session } from "../contract.ts"
import type { FetchAction } from "../http/fetch-action.ts"
import type { RequestError } from "../http/errors.ts"
import type { SessionCell } from "./cell.ts"
import type { EarlyStart } from "./early-lead.ts"
import type { SessionStoreOptions } from "./options.ts"
import type { QueryRequest } from "./query-client.ts"
import type { RegisteredSession, SessionState } from "./state.ts"
import type { QueryConnections } from "./query-connections.ts"

/** A page's session, and its changes. */
export interface SessionStore<S extends Session = RegisteredSession> {
  /** Returns the current state. */
  get(): SessionState<S>
  /** Calls `listener` after each change. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** Fetches the session. Resolves to `null` if no user is signed in. @throws {RequestError} if the request fails */
  refresh(): Promise<S | null>
  /**
   * Sends `data` to the `jwt` or `session` callback, and resolves to the changed session. Waits while the session is
   * loading. Reloads the page if a deploy has removed the script for it.
   * @throws {RequestError} if the request fails, or another tab signed in as another user meanwhile
   */
  update(data?: unknown): Promise<S | null>
}

/** The store as the framework bindings use it, even while the rest of it is still loading. */
export interface Store<S extends Session = Session> extends SessionStore<S> {
  /** Returns the state that the server rendered, which the browser's first render must show. */
  initial(): SessionState<S>
  /** Fetches the session, unless that was done since the version was `before`. @throws {RequestError} */
  refresh(before?: string): Promise<S | null>
  /** Applies changed options, and a session that the server rendered later. */
  accept(options: SessionStoreOptions<S>): void
  /** Whether a sign-out is pending in any tab, or has left this page. Only the sign-out then decides where to go. */
  readonly isSigningOut: boolean
}

/** The script that keeps an app's QueryClients up to date. Apps without one don't load it. */
export interface QueryCode {
  QueryConnections: typeof QueryConnections
}

/** The parts that a store shares with the source of its session. */
export interface SessionParts<S extends Session> {
  cell: SessionCell<S>
  fetchAction: FetchAction
  queryCode: QueryCode | undefined
  early: EarlyStart
}

/** A pending sign-out. The caller reports how it went. */
export interface PendingSignOut {
  /** `version` is the session's version when the response arrived. */
  confirm(response: { version: string | undefined; navigates: boolean }): void
  undo(error: RequestError): void
}

/** A session that a POST returned, and the version when its response arrived. */
export interface ServerSession<S extends Session> {
  readonly session: S | null
  readonly version: string | undefined
}

/** The store as the rest of the client uses it. */
export interface FullStore<S extends Session = Session> extends Store<S> {
  /** Resolves when the session is known or the request failed. Starts a request if the store doesn't run. */
  settled(): Promise<void>
  /** Signs out in every tab before the server has. */
  beginSignOut(): PendingSignOut
  /** Shows the session of another account, once the server has switched to it. */
  applySwitch(response: ServerSession<S>): void
  /** Tells the other tabs that something changed, but not what. */
  hint(): void
  /** The query function of a query that shares the session. Keeps the query's client up to date from then on. */
  query(request: QueryRequest): Promise<S | null>
}
