import type { Accessor, JSX } from "solid-js"
import { createComponent, createContext, createEffect, createSignal, useContext } from "solid-js"
import { onCleanup, onMount, splitProps } from "solid-js"

import type { AuthClient, AuthClientOptions } from "./client.ts"
import { lazyClient, run } from "./client.ts"
import type { Session } from "./contract.ts"
import type { UseSession, UseSessionOptions } from "./use-session.ts"
import { provided, requireSession, shownState } from "./use-session.ts"

const ClientContext = createContext<AuthClient>()

/** Gives everything below it the session; a later `session` is taken over. */
export function SessionProvider(props: AuthClientOptions & { children?: JSX.Element }): JSX.Element {
  const [, options] = splitProps(props, ["children"])
  const client = lazyClient({ ...options })
  onMount(() => {
    const stop = run(client)
    createEffect(() => client.store.accept(props.session))
    onCleanup(stop)
  })
  return createComponent(ClientContext.Provider, { value: client, get children() { return props.children } }) // prettier-ignore
}

/** The client of the nearest `SessionProvider`. */
export const useAuthClient = (): AuthClient => provided(useContext(ClientContext))

/** Where the service of the nearest `SessionProvider` is; undefined where there is none. */
export const useBasePath = (): string | undefined => useContext(ClientContext)?.base

export function useSession<S extends Session = Session>(
  options: UseSessionOptions & { required: true },
): Accessor<Exclude<UseSession<S>, { status: "unauthenticated" }>>
export function useSession<S extends Session = Session>(options?: UseSessionOptions): Accessor<UseSession<S>>
/** The session and its status as a signal. */
export function useSession(options: UseSessionOptions = {}): Accessor<UseSession> {
  const client = useAuthClient()
  const { store } = client
  const seen = (state = store.get()): UseSession => ({ ...shownState(state, options), update: store.update })
  const [state, set] = createSignal(seen(store.initial()))
  onMount(() => {
    const changed = () => {
      set(seen())
      requireSession(client, options)
    }
    onCleanup(store.subscribe(changed))
    if (store.get() !== store.initial()) set(seen())
    requireSession(client, options)
  })
  return state
}
