"use client"

import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react"

import { createLazyClient, resolveBase, run, type AuthClient, type AuthClientOptions } from "./core/client.ts"
import type { Session } from "./contract.ts"
import type { SessionState } from "./session/state.ts"
import { requireClient, requireSession, visibleState, type UseSession, type UseSessionOptions } from "./use-session.ts"

const ClientContext = createContext<AuthClient | null>(null)

/** Provides the session to everything below it, and follows its options: a later `session`, interval or base path. */
export function SessionProvider({ children, ...options }: AuthClientOptions & { children?: ReactNode }) {
  const [client, setClient] = useState(() => createLazyClient(options))
  if (client.base !== resolveBase(options)) setClient(createLazyClient(options))
  useEffect(() => run(client), [client])
  useEffect(() => client.store.accept(options))
  return <ClientContext value={client}>{children}</ClientContext>
}

/** Returns the client of the nearest `SessionProvider`. @throws without a `SessionProvider` */
export const useAuthClient = (): AuthClient => requireClient(use(ClientContext))

/** Returns the base path of the nearest `SessionProvider`, or `undefined` without one. */
export const useBasePath = (): string | undefined => use(ClientContext)?.base

export function useSession<S extends Session = Session>(
  options: UseSessionOptions & { required: true },
): Exclude<UseSession<S>, { status: "unauthenticated" }>
export function useSession<S extends Session = Session>(options?: UseSessionOptions): UseSession<S>
/** Returns the session and its status. Re-renders only when one of them changes. */
export function useSession(options: UseSessionOptions = {}): UseSession {
  const client = useAuthClient()
  const { subscribe, get, initial, update } = client.store
  const state: SessionState = useSyncExternalStore(subscribe, get, initial)
  useEffect(() => requireSession(client, options))
  return { ...visibleState(state, options), update }
}

/** Returns the session for a component inside `<Suspense>`. Suspends while it is loading. */
export function useSuspenseSession<S extends Session = Session>(): S | null {
  const { store } = useAuthClient()
  const { data, error } = useSession<S>()
  if (data !== undefined) return data
  if (error) throw error
  use(store.settled())
  return null
}
