/** @jsxImportSource @builder.io/qwik */
import type { NoSerialize, QRL, Signal } from "@builder.io/qwik"
import { $, component$, createContextId, noSerialize, Slot, useContext, useContextProvider } from "@builder.io/qwik"
import { useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"

import type { AuthClient, AuthClientOptions } from "./client.ts"
import { lazyClient, run } from "./client.ts"
import type { Session } from "./contract.ts"
import { requireSession } from "./require-session.ts"
import type { SessionState } from "./session-state.ts"
import { stateOf } from "./session-state.ts"

/** A state and the way to change it; whatever reads one of its fields follows it. */
export type UseSession<S extends Session = Session> = SessionState<S> & {
  update: QRL<(data?: unknown) => Promise<S | null>>
}

/** What `useSession` can be told. */
export interface UseSessionOptions {
  /** Sends a visitor who is not signed in to the sign-in page. @default false */
  required?: boolean
  /** Called instead of that. */
  onUnauthenticated$?: QRL<() => void>
}

/** They cross from the server to the browser, and so hold data alone. */
export type SessionProviderProps = Omit<AuthClientOptions, "page" | "queryClient">

type Client = Signal<NoSerialize<AuthClient>>
const SessionContext = createContextId<UseSession & { client: Client }>("latchkit.session")
const READY = { strategy: "document-ready" } as const // a provider has no element that could be seen

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
  const known = useStore({ ...state, update, client }, { deep: false })
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
  useVisibleTask$(({ track }) => {
    const [client] = track(() => [known.client.value, known.status] as const)
    const { required, onUnauthenticated$ } = options
    if (client)
      requireSession(client, { required, onUnauthenticated: onUnauthenticated$ && (() => void onUnauthenticated$()) })
  }, READY)
  return known as UseSession<S> // what the app's own session callback makes
}
