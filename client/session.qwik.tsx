/** @jsxImportSource @builder.io/qwik */
import type { NoSerialize, QRL, Signal } from "@builder.io/qwik"
import { $, component$, createContextId, noSerialize, Slot, useContext, useContextProvider } from "@builder.io/qwik"
import { useSignal, useStore, useTask$, useVisibleTask$ } from "@builder.io/qwik"

import { createLazyClient, run, type AuthClient, type AuthClientOptions } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { toSessionState, type SessionState } from "./session/state.ts"
import type { Store } from "./session/types.ts"
import { requireSession, visibleState } from "./use-session.ts"

/** The session state and `update`. Anything that reads one of its fields updates with it. */
export type UseSession<S extends Session = Session> = SessionState<S> & { update: QRL<Store<S>["update"]> }

/** `required` sends anonymous users to the sign-in page, or calls `onUnauthenticated$` instead. */
export type UseSessionOptions = { required?: boolean; onUnauthenticated$?: QRL<() => void> }

/** These props are serialized from the server to the browser, so they hold only data. */
export type SessionProviderProps = Omit<AuthClientOptions, "page" | "queryClient">

type Client = Signal<NoSerialize<AuthClient>>
const SessionContext = createContextId<UseSession & { client: Client }>("latchkit.session")
const WHEN_READY = { strategy: "document-ready" } as const

const ensureClient = (client: Client, options: SessionProviderProps): AuthClient =>
  (client.value ??= noSerialize(createLazyClient({ ...options }))) as AuthClient // undefined only if it was never set

/** Provides the session to everything below it. If `session` changes later, the new one is used. */
export const SessionProvider = component$<SessionProviderProps>((options) => {
  const client: Client = useSignal()
  const update = $((data?: unknown) => ensureClient(client, options).store.update(data))
  const state = toSessionState({ data: options.session, error: null, left: Infinity, warning: 0 })
  const context = useStore({ ...state, update, client }, { deep: false })
  useContextProvider(SessionContext, context)
  useVisibleTask$(({ cleanup }) => {
    const { store } = ensureClient(client, options)
    cleanup(store.subscribe(() => void Object.assign(context, store.get())))
    cleanup(run(ensureClient(client, options)))
  }, WHEN_READY)
  useVisibleTask$(({ track }) => {
    const session = track(() => options.session)
    ensureClient(client, options).store.accept({ ...options, session })
  }, WHEN_READY)
  return <Slot />
})

/** Returns the session and its status. */
export function useSession<S extends Session = Session>(options: UseSessionOptions = {}): UseSession<S> {
  const provided = useContext(SessionContext)
  const visible = useStore({ ...visibleState(provided, options), update: provided.update }, { deep: false })
  useTask$(({ track }) => void Object.assign(visible, visibleState({ ...track(provided) }, options)))
  useVisibleTask$(({ track }) => {
    const client = track(() => provided.status && provided.client.value)
    const onUnauthenticated$ = options.onUnauthenticated$
    if (client)
      requireSession(client, { ...options, onUnauthenticated: onUnauthenticated$ && (() => void onUnauthenticated$()) })
  }, WHEN_READY)
  return visible as UseSession<S> // the app's own session callback defines the type
}
