"use client"

import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react"

import { createLazyClient, resolveBase, run, type AuthClient, type AuthClientOptions } from "./core/client.ts"
import type { Session } from "./contract.ts"
import type { SessionState } from "./session/state.ts"
import { requireClient, requireSession, visibleState, type UseSession, type UseSessionOptions } from "./use-session.ts"

const ClientContext = createContext<AuthClient | null>(null)

/** Gives everything below it the session. It follows its options: a later `session`, and another interval or base path. */
export function SessionProvider({ children, ...options }: AuthClientOptions & { children?: ReactNode }) {
  const [client, setClient] = useState(() => createLazyClient(options))
  if (client.base !== resolveBase(options)) setClient(createLazyClient(options))
  useEffect(() => run(client), [client])
  useEffect(() => client.store.accept(options))
  return <ClientContext value={client}>{children}</ClientContext>
}

/** The client of the nearest `SessionProvider`. */
export const useAuthClient = (): AuthClient => requireClient(use(ClientContext))

/** Where the service of the nearest `SessionProvider` is; undefined where there is none. */
export const useBasePath = (): string | undefined => use(ClientContext)?.base

export function useSession<S extends Session = Session>(
  options: UseSessionOptions & { required: true },
): Exclude<UseSession<S>, { status: "unauthenticated" }>
export function useSession<S extends Session = Session>(options?: UseSessionOptions): UseSession<S>
/** The session and its status; renders again only when one of them changes. */
export function useSession(options: UseSessionOptions = {}): UseSession {
  const client = useAuthClient()
  const { subscribe, get, initial, update } = client.store
  const state: SessionState = useSyncExternalStore(subscribe, get, initial)
  useEffect(() => requireSession(client, options))
  return { ...visibleState(state, options), update }
}

/** The session for a component inside `<Suspense>`: waits while it is loading. */
export function useSuspenseSession<S extends Session = Session>(): S | null {
  const { store } = useAuthClient()
  const { data, error } = useSession<S>()
  if (data !== undefined) return data
  if (error) throw error
  use(store.settled())
  return null
}
