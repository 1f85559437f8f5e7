import type { Accessor, JSX } from "solid-js"
import {
  createComponent,
  createContext,
  createEffect,
  createSignal,
  onCleanup,
  onMount,
  splitProps,
  useContext,
} from "solid-js"

import type { AuthClient, AuthClientOptions } from "./client.ts"
import { lazyClient, run } from "./client.ts"
import type { Session } from "./contract.ts"
import type { UseSessionOptions } from "./require-session.ts"
import { requireSession } from "./require-session.ts"
import type { SessionState } from "./session-state.ts"

const ClientContext = createContext<AuthClient>()

/** A state and the way to change it. */
export type UseSession<S extends Session = Session> = SessionState<S> & { update(data?: unknown): Promise<S | null> }

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
export function useAuthClient(): AuthClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error("useSession was called outside of a <SessionProvider>")
  return client
}

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
  const read = (): UseSession => ({ ...store.get(), update: store.update })
  const [state, set] = createSignal<UseSession>({ ...store.initial(), update: store.update })
  onMount(() => {
    const changed = () => {
      set(read())
      requireSession(client, options)
    }
    onCleanup(store.subscribe(changed))
    if (store.get() !== store.initial()) set(read())
    requireSession(client, options)
  })
  return state
}
