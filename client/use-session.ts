import type { PageClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { leave } from "./page/leave.ts"
import type { RegisteredSession, SessionState } from "./session/state.ts"
import type { SessionStore } from "./session/types.ts"

/** Options of `useSession`. */
export interface UseSessionOptions {
  /** Sends an anonymous user to the sign-in page. @default false */
  required?: boolean | undefined
  /** Called instead of navigating to the sign-in page, if `required` is true. */
  onUnauthenticated?: (() => void) | undefined
}

/** The session's functions of `useSession`. */
export interface SessionActions<S extends Session = RegisteredSession> extends Pick<SessionStore<S>, "update"> {
  /** Fetches the session. Resolves to `null` if no user is signed in. @throws {RequestError} if the request fails */
  refetch(): Promise<S | null>
}

/** The session state, `update` and `refetch`. */
export type UseSession<S extends Session = RegisteredSession> = SessionState<S> & SessionActions<S>

/**
 * Returns what a component sees. A user on the way to the sign-in page sees "loading", because a required session is
 * never null.
 */
export function visibleState<S extends Session>(
  state: SessionState<S>,
  { required }: UseSessionOptions,
): SessionState<S> {
  return required && state.status === "unauthenticated" ? { ...state, status: "loading", data: undefined } : state
}

/** Sends an anonymous user to the sign-in page, or calls `onUnauthenticated`. Call it whenever the store changes. */
export function requireSession(client: PageClient, { required, onUnauthenticated }: UseSessionOptions): void {
  const { store } = client
  if (!required || store.isSigningOut || store.get().status !== "unauthenticated") return
  if (onUnauthenticated) return onUnauthenticated()
  client
    .load()
    .then((full) => full.goToSignIn())
    .catch(() => leave(client, "signin?error=SessionRequired&"))
}

/** Returns a provider's client. @throws without a provider */
export function requireClient(client: PageClient | null | undefined): PageClient {
  if (!client) throw new Error("Missing <SessionProvider>")
  return client
}
