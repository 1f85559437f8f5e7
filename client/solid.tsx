import {
  createComponent,
  createContext,
  createEffect,
  createSignal,
  useContext,
  onCleanup,
  onMount,
  splitProps,
  type Accessor,
  type JSX,
} from "solid-js"

import { createLazyClient, run, type AuthClient, type AuthClientOptions } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { requireClient, requireSession, visibleState, type UseSession, type UseSessionOptions } from "./use-session.ts"

const ClientContext = createContext<AuthClient>()

/** Gives everything below it the session; a later `session` is taken over. */
export function SessionProvider(props: AuthClientOptions & { children?: JSX.Element }): JSX.Element {
  const [, options] = splitProps(props, ["children"])
  const client = createLazyClient({ ...options })
  onMount(() => {
    const stop = run(client)
    createEffect(() => client.store.accept(props.session))
    onCleanup(stop)
  })
  return createComponent(ClientContext.Provider, { value: client, get children() { return props.children } }) // prettier-ignore
}

/** The client of the nearest `SessionProvider`. */
export const useAuthClient = (): AuthClient => requireClient(useContext(ClientContext))

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
  const currentState = (state = store.get()): UseSession => ({ ...visibleState(state, options), update: store.update })
  const [state, set] = createSignal(currentState(store.initial()))
  onMount(() => {
    const onChange = () => {
      set(currentState())
      requireSession(client, options)
    }
    onCleanup(store.subscribe(onChange))
    if (store.get() !== store.initial()) set(currentState())
    requireSession(client, options)
  })
  return state
}
