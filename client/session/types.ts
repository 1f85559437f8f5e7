import type { Session } from "../contract.ts"
import type { SessionStoreOptions } from "./options.ts"
import type { SessionState } from "./state.ts"

/** What an app does with a store, be all of it here or not yet. */
export interface Store<S extends Session = Session> {
  get(): SessionState<S>
  /** The state that the server rendered: what the first render in a browser must show. */
  initial(): SessionState<S>
  /** Calls back after each change. */
  subscribe(listener: () => void): () => void
  /** Asks the service now, unless it was asked since the version was `before`. @throws {RequestError} */
  refresh(before?: string): Promise<S | null>
  /** Sends `data` to the `jwt` or `session` callback; waits while the session is loading. @throws {RequestError} */
  update(data?: unknown): Promise<S | null>
  /** Takes over options that the app changed, and a session that the server rendered later. Ignores another `queryClient`. */
  accept(options: SessionStoreOptions<S>): void
  /** Resolves when the session is known, or could not be asked for; one promise for as long as it is loading. */
  settled(): Promise<void>
  /** Whether this page is signing out, or was left by it: its own sign-out says where to go, nobody else. */
  readonly leaving: boolean
}

/** A sign-out that is under way; the caller says how it went. */
export interface PendingSignOut {
  done(goes?: boolean): void
  undo(error: Error): void
}

/** What the rest of a client does with it besides. */
export interface FullStore<S extends Session = Session> extends Store<S> {
  /** Signs out in every tab before the service has. */
  leave(): PendingSignOut
  /** Tells the other tabs that something changed, and not what. */
  hint(): void
  /** What a query that shares the session runs. */
  load(context: { signal: AbortSignal }): Promise<S | null>
}
