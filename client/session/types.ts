import type { Session } from "../contract.ts"
import type { SessionStoreOptions } from "./options.ts"
import type { SessionState } from "./state.ts"

/** The store as apps use it, even while the rest of it is still loading. */
export interface Store<S extends Session = Session> {
  get(): SessionState<S>
  /** Returns the state that the server rendered, which the browser's first render must show. */
  initial(): SessionState<S>
  /** Calls `listener` after each change. */
  subscribe(listener: () => void): () => void
  /** Fetches the session, unless that was done since the version was `before`. @throws {RequestError} */
  refresh(before?: string): Promise<S | null>
  /** Sends `data` to the `jwt` or `session` callback. Waits while the session is loading. @throws {RequestError} */
  update(data?: unknown): Promise<S | null>
  /** Applies changed options, and a session that the server rendered later. Ignores another `queryClient`. */
  accept(options: SessionStoreOptions<S>): void
  /** Resolves when the session is known or the request failed. Returns the same promise while loading. */
  settled(): Promise<void>
  /** Whether this page is signing out, or was left by signing out. Only its own sign-out then decides where to go. */
  readonly leaving: boolean
}

/** A pending sign-out. The caller reports how it went. */
export interface PendingSignOut {
  done(goes?: boolean): void
  undo(error: Error): void
}

/** The store as the rest of the client uses it. */
export interface FullStore<S extends Session = Session> extends Store<S> {
  /** Signs out in every tab before the server has. */
  leave(): PendingSignOut
  /** Tells the other tabs that something changed, but not what. */
  hint(): void
  /** The query function of a query that shares the session. */
  load(context: { signal: AbortSignal }): Promise<S | null>
}
