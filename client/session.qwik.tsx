/** @jsxImportSource @builder.io/qwik */
import type { NoSerialize, QRL, Signal } from "@builder.io/qwik"
import { $, component$, createContextId, noSerialize, Slot, useContext, useContextProvider } from "@builder.io/qwik"
import { useSignal, useStore, useTask$, useVisibleTask$ } from "@builder.io/qwik"

import { lazyClient, run, type AuthClient, type AuthClientOptions } from "./client.ts"
import type { Session } from "./contract.ts"
import { stateOf, type SessionState } from "./session-state.ts"
import type { Store } from "./store.ts"
import { requireSession, shownState } from "./use-session.ts"

/** A state and the way to change it; whatever reads one of its fields follows it. */
export type UseSession<S extends Session = Session> = SessionState<S> & { update: QRL<Store<S>["update"]> }

/** What `useSession` can be told: to send visitors to the sign-in page, or to call that instead. */
export type UseSessionOptions = { required?: boolean; onUnauthenticated$?: QRL<() => void> }

/** They cross from the server to the browser, and so hold data alone. */
export type SessionProviderProps = Omit<AuthClientOptions, "page" | "queryClient">

type Client = Signal<NoSerialize<AuthClient>>
const SessionContext = createContextId<UseSession & { client: Client }>("latchkit.session")
const READY = { strategy: "document-ready" } as const // a provider has no element that could be seen
const FLAT = { deep: false }

function opened(client: Client, options: SessionProviderProps): AuthClient {
  const open = client.value ?? lazyClient({ ...options })
  client.value ??= noSerialize(open)
  return open
}

/** Gives everything below it the session; a later `session` is taken over. */
export const SessionProvider = component$<SessionProviderProps>((options) => {
  const client: Client = useSignal()
  const update = $((data?: unknown) => opened(client, options).store.update(data))
  const state = stateOf({ data: options.session, error: null, left: Infinity, warning: 0 })
  const known = useStore({ ...state, update, client }, FLAT)
  useContextProvider(SessionContext, known)
  useVisibleTask$(({ cleanup }) => {
    const { store } = opened(client, options)
    cleanup(store.subscribe(() => void Object.assign(known, store.get())))
    cleanup(run(opened(client, options)))
  }, READY)
  useVisibleTask$(({ track }) => opened(client, options).store.accept(track(() => options.session)), READY)
  return <Slot />
})

/** The session and its status. */
export function useSession<S extends Session = Session>(options: UseSessionOptions = {}): UseSession<S> {
  const known = useContext(SessionContext)
  const shown = useStore({ ...shownState(known, options), update: known.update }, FLAT)
  useTask$(({ track }) => void Object.assign(shown, shownState({ ...track(known) }, options)))
  useVisibleTask$(({ track }) => {
    const client = track(() => known.status && known.client.value)
    const instead = options.onUnauthenticated$
    if (client) requireSession(client, { ...options, onUnauthenticated: instead && (() => void instead()) })
  }, READY)
  return shown as UseSession<S> // what the app's own session callback makes
}
