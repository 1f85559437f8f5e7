"use client"

import * as React from "react"
import type { ReactNode } from "react"

import { createLazyClient, resolveBase, runClient, type AuthClientOptions, type PageClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { thisPage } from "./page/page.ts"
import type { RegisteredSession } from "./session/state.ts"
import { withActions, type AuthClientWithActions } from "./api/client-actions.ts"
import { requireClient, requireSession, visibleState, type UseSession, type UseSessionOptions } from "./use-session.ts"

// React 18 warns of a layout effect on a server
const useBrowserLayoutEffect = thisPage.document ? React.useLayoutEffect : React.useEffect

const ClientContext = React.createContext<PageClient | null>(null)

/** The props of {@link SessionProvider}. */
export interface SessionProviderProps extends AuthClientOptions {
  /** The part of your app that reads the session. */
  children?: ReactNode
}

/**
 * Provides the session to everything below it, and follows its options: a later `session`, interval or base path.
 *
 * @example
 * <SessionProvider session={await auth()}>
 *   <App />
 * </SessionProvider>
 */
export function SessionProvider({ children, ...options }: SessionProviderProps): ReactNode {
  const [client, setClient] = React.useState(() => createLazyClient(options))
  if (client.base !== resolveBase(options)) setClient(createLazyClient(options))
  React.useEffect(() => runClient(client), [client])
  React.useEffect(() => client.store.accept(options))
  return React.createElement(ClientContext.Provider, { value: client }, children)
}

/** Returns that client with the members that only Latchkit uses. */
export const usePageClient = (): PageClient => requireClient(React.useContext(ClientContext))

/**
 * Returns the client of the nearest `SessionProvider`, with `signIn`, `signOut` and `update` for its server.
 * @throws without a `SessionProvider`
 */
export const useAuthClient = (): AuthClientWithActions => withActions(usePageClient())

/** Returns the base path of the nearest `SessionProvider`, or `undefined` without one. */
export const useBasePath = (): string | undefined => React.useContext(ClientContext)?.base

/**
 * Returns the session and its status. With `required`, an anonymous user is sent to the sign-in page.
 *
 * @example
 * const { data: session, status } = useSession()
 * if (status === "loading") return <p>Loading…</p>
 * return session ? <p>Hello {session.user?.name}</p> : <button onClick={() => signIn()}>Sign in</button>
 */
export function useSession<S extends Session = RegisteredSession>(
  options: UseSessionOptions & { required: true },
): Exclude<UseSession<S>, { status: "unauthenticated" }>
/** Returns the session and its status. Re-renders only when one of them changes. */
export function useSession<S extends Session = RegisteredSession>(options?: UseSessionOptions): UseSession<S>
export function useSession(options: UseSessionOptions = {}): UseSession {
  const client = usePageClient()
  const { get, initial, update, refresh: refetch } = client.store
  const state = useSnapshot(client, get, initial)
  React.useEffect(() => requireSession(client, options))
  return { ...visibleState(state, options), update, refetch }
}

/** Follows what `get` returns: a part of the store's state. */
export function useSnapshot<Value>({ store }: PageClient, get: () => Value, initial: () => Value): Value {
  const value = React.useSyncExternalStore(store.subscribe, get, initial)
  const [, renderAgain] = React.useState({})
  // A hidden <Activity> that is shown again must not paint the session of before
  // oxlint-disable-next-line react/exhaustive-deps -- compares after each render
  useBrowserLayoutEffect(() => (Object.is(get(), value) ? undefined : renderAgain({})))
  return value
}

/** The clients whose script couldn't be loaded. */
const FAILURES = new WeakMap<PageClient, Error>()

/**
 * Returns the session for a component inside `<Suspense>`. Suspends while it is loading. A server that doesn't know the
 * session leaves the boundary to the browser.
 */
export function useSuspenseSession<S extends Session = RegisteredSession>(): S | null {
  const client = usePageClient()
  const { data, error } = useSession<S>()
  if (data !== undefined) return data
  const failure = error ?? FAILURES.get(client)
  if (failure) throw failure
  // Waiting here would keep the response open forever
  if (!client.page.document)
    throw new Error("Unknown session: pass `session` to <SessionProvider> to render it on a server")
  // React 18 has no `use`. Each version waits for a promise that is thrown, and renders again when it is settled
  throw client
    .load()
    .then(({ store }) => store.settled())
    .catch((thrown: Error) => void FAILURES.set(client, thrown))
}
