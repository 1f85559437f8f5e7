import { getContext, onMount, setContext } from "svelte"
import { createSubscriber } from "svelte/reactivity"

import { createLazyClient, run, type AuthClient, type AuthClientOptions } from "./core/client.ts"
import type { Session } from "./contract.ts"
import type { SessionState } from "./session/state.ts"
import type { Store } from "./session/types.ts"
import { requireClient, requireSession, visibleState, type UseSessionOptions } from "./use-session.ts"

const CLIENT_CONTEXT = Symbol.for("latchkit.client")

/** The session as a reactive object. Read `current` in a template or an effect. */
export interface UseSession<S extends Session = Session, State = SessionState<S>> {
  readonly current: State
  readonly update: Store<S>["update"]
}

/**
 * Provides the session to the calling component and everything below it. `SessionProvider` is the same as a component.
 */
export function provideSession(options: AuthClientOptions = {}): AuthClient {
  const client = createLazyClient(options)
  setContext(CLIENT_CONTEXT, client)
  onMount(() => run(client))
  return client
}

/** Returns the client of the nearest `SessionProvider`. @throws without a `SessionProvider` */
export const useAuthClient = (): AuthClient => requireClient(getContext<AuthClient | undefined>(CLIENT_CONTEXT))

/** Returns the base path of the nearest `SessionProvider`, or `undefined` without one. */
export const useBasePath = (): string | undefined => getContext<AuthClient | undefined>(CLIENT_CONTEXT)?.base

export function useSession<S extends Session = Session>(
  options: UseSessionOptions & { required: true },
): UseSession<S, Exclude<SessionState<S>, { status: "unauthenticated" }>>
export function useSession<S extends Session = Session>(options?: UseSessionOptions): UseSession<S>
/** Returns the session and its status. Call it while a component initializes. */
export function useSession(options: UseSessionOptions = {}): UseSession {
  const client = useAuthClient()
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
  }
}
