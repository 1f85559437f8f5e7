import { getContext, onMount, setContext } from "svelte"
import { createSubscriber } from "svelte/reactivity"

import { createLazyClient, runClient, type AuthClient, type AuthClientOptions, type PageClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import type { RegisteredSession, SessionState } from "./session/state.ts"
import { withActions, type AuthClientWithActions } from "./api/client-actions.ts"
import {
  requireClient,
  requireSession,
  visibleState,
  type SessionActions,
  type UseSessionOptions,
} from "./use-session.ts"

const CLIENT_CONTEXT = Symbol.for("latchkit.client")

/** The session as a reactive object. Read `current` in a template or an effect. */
export interface UseSession<S extends Session = RegisteredSession, State = SessionState<S>> extends SessionActions<S> {
  readonly current: State
}

/**
 * Provides the session to the calling component and everything below it. `SessionProvider` is the same as a component.
 */
export const provideSession: (options?: AuthClientOptions) => AuthClient = provideClient

/** Does the same, and returns the members that only Latchkit uses. */
export function provideClient(options: AuthClientOptions = {}): PageClient {
  const client = createLazyClient(options)
  setContext(CLIENT_CONTEXT, client)
  onMount(() => runClient(client))
  return client
}

/** Returns that client with the members that only Latchkit uses. */
export const usePageClient = (): PageClient => requireClient(getContext<PageClient | undefined>(CLIENT_CONTEXT))

/**
 * Returns the client of the nearest `SessionProvider`, with `signIn`, `signOut` and `update` for its server.
 * @throws without a `SessionProvider`
 */
export const useAuthClient = (): AuthClientWithActions => withActions(usePageClient())

/** Returns the base path of the nearest `SessionProvider`, or `undefined` without one. */
export const useBasePath = (): string | undefined => getContext<PageClient | undefined>(CLIENT_CONTEXT)?.base

/**
 * Returns the session and its status. Call it while a component initializes. With `required`, an anonymous user is sent
 * to the sign-in page.
 *
 * @example
 * const session = useSession() // {session.current.data?.user?.name}
 */
export function useSession<S extends Session = RegisteredSession>(
  options: UseSessionOptions & { required: true },
): UseSession<S, Exclude<SessionState<S>, { status: "unauthenticated" }>>
/** Returns the session and its status. Call it while a component initializes. */
export function useSession<S extends Session = RegisteredSession>(options?: UseSessionOptions): UseSession<S>
export function useSession(options: UseSessionOptions = {}): UseSession {
  const client = usePageClient()
  const { store } = client
  const track = createSubscriber((changed) => store.subscribe(changed))
  onMount(() => {
    requireSession(client, options)
    return store.subscribe(() => requireSession(client, options))
  })
  return {
    get current() {
      track()
      return visibleState(store.get(), options)
    },
    update: store.update,
    refetch: store.refresh,
  }
}
