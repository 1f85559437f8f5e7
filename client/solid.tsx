import {
  createComponent,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  useContext,
  onCleanup,
  on,
  onMount,
  splitProps,
} from "solid-js"
import type { Accessor, JSX } from "solid-js"

import { createLazyClient, resolveBase, runClient, type AuthClientOptions, type PageClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import type { RegisteredSession } from "./session/state.ts"
import { withActions, type AuthClientWithActions } from "./api/client-actions.ts"
import { requireClient, requireSession, visibleState, type UseSession, type UseSessionOptions } from "./use-session.ts"

const ClientContext = createContext<PageClient>()

/** Provides the session to everything below it, and follows its options: a later `session`, interval or base path. */
export function SessionProvider(props: AuthClientOptions & { children?: JSX.Element }): JSX.Element {
  const [, options] = splitProps(props, ["children"])
  const base = () => resolveBase(options)
  const client = createMemo(on(base, () => createLazyClient({ ...options })))
  onMount(() => {
    createEffect(() => onCleanup(runClient(client())))
    createEffect(() => client().store.accept({ ...options })) // the copy reads, and so tracks, every option
  })
  const provide = (value: PageClient) =>
    createComponent(ClientContext.Provider, {
      value,
      get children() {
        return props.children
      },
    })
  return createMemo(on(client, provide)) as unknown as JSX.Element // Solid renders a function by calling it
}

/** Returns that client with the members that only Latchkit uses. */
export const usePageClient = (): PageClient => requireClient(useContext(ClientContext))

/**
 * Returns the client of the nearest `SessionProvider`, with `signIn`, `signOut` and `update` for its server.
 * @throws without a `SessionProvider`
 */
export const useAuthClient = (): AuthClientWithActions => withActions(usePageClient())

/** Returns the base path of the nearest `SessionProvider`, or `undefined` without one. */
export const useBasePath = (): string | undefined => useContext(ClientContext)?.base

/**
 * Returns the session and its status as a signal. With `required`, an anonymous user is sent to the sign-in page.
 *
 * @example
 * const session = useSession()
 * return <p>{session().data?.user?.name}</p>
 */
export function useSession<S extends Session = RegisteredSession>(
  options: UseSessionOptions & { required: true },
): Accessor<Exclude<UseSession<S>, { status: "unauthenticated" }>>
/** Returns the session and its status as a signal. */
export function useSession<S extends Session = RegisteredSession>(options?: UseSessionOptions): Accessor<UseSession<S>>
export function useSession(options: UseSessionOptions = {}): Accessor<UseSession> {
  const client = usePageClient()
  const { get, initial, subscribe, update, refresh: refetch } = client.store
  const currentState = (state = get()): UseSession => ({ ...visibleState(state, options), update, refetch })
  const [state, set] = createSignal(currentState(initial()))
  onMount(() => {
    const onChange = () => {
      set(currentState())
      requireSession(client, options)
    }
    onCleanup(subscribe(onChange))
    if (get() !== initial()) set(currentState())
    requireSession(client, options)
  })
  return state
}
