/** @jsxImportSource @builder.io/qwik */
import type { NoSerialize, QRL, Signal } from "@builder.io/qwik"
import { $, component$, createContextId, noSerialize, Slot, useContext, useContextProvider } from "@builder.io/qwik"
import { useSignal, useStore, useTask$, useVisibleTask$ } from "@builder.io/qwik"

import { createLazyClient, resolveBase, runClient, type AuthClientOptions, type PageClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { toSessionState, type RegisteredSession, type SessionState } from "./session/state.ts"
import { requireSession, visibleState, type SessionActions } from "./use-session.ts"

/** The session state, `update` and `refetch`. Anything that reads one of its fields updates with it. */
export type UseSession<S extends Session = RegisteredSession> = SessionState<S> & {
  [Name in keyof SessionActions<S>]: QRL<SessionActions<S>[Name]>
}

/** `required` sends anonymous users to the sign-in page, or calls `onUnauthenticated$` instead. */
export type UseSessionOptions = { required?: boolean; onUnauthenticated$?: QRL<() => void> }

/** These props are serialized from the server to the browser, so they hold only data. */
export type SessionProviderProps = Omit<AuthClientOptions, "page" | "queryClient">

type Client = Signal<NoSerialize<PageClient>>
/** The session and its client, for the hooks. */
export const SessionContext = createContextId<UseSession & { client: Client; ensure: QRL<() => PageClient> }>(
  "latchkit.session",
)
const WHEN_READY = { strategy: "document-ready" } as const

const ensureClient = (client: Client, options: SessionProviderProps): PageClient =>
  (client.value ??= noSerialize(createLazyClient({ ...options }))) as PageClient // undefined only if it was never set

/**
 * Provides the session to everything below it, and follows its options: a later `session`, interval or base path. Qwik
 * follows only the props that are there from the start, so pass `undefined` for an option that you set later. It keeps
 * the value of a prop that a later render leaves out, so pass `0` or `undefined` to turn an option off.
 */
export const SessionProvider = component$<SessionProviderProps>((options) => {
  const client: Client = useSignal()
  const ensure = $(() => ensureClient(client, options))
  const update = $((data?: unknown) => ensureClient(client, options).store.update(data))
  const refetch = $(() => ensureClient(client, options).store.refresh())
  const state = toSessionState(options.session, null)
  const context = useStore({ ...state, update, refetch, client, ensure }, { deep: false })
  useContextProvider(SessionContext, context)
  useVisibleTask$(({ cleanup, track }) => {
    const base = track(() => resolveBase(options))
    const isMoved = client.value !== undefined && client.value.base !== base
    if (isMoved) client.value = undefined
    const { store } = ensureClient(client, options)
    const show = () => void Object.assign(context, store.get())
    if (isMoved) show()
    cleanup(store.subscribe(show))
    cleanup(runClient(ensureClient(client, options)))
  }, WHEN_READY)
  useVisibleTask$(({ track }) => {
    const current = track(() => ({ ...options })) // the copy reads, and so tracks, every option
    ensureClient(client, current).store.accept(current)
  }, WHEN_READY)
  return <Slot />
})

/** Returns the session and its status. */
export function useSession<S extends Session = RegisteredSession>(options: UseSessionOptions = {}): UseSession<S> {
  const provided = useContext(SessionContext)
  const visible = useStore({ ...provided, ...visibleState(provided, options) }, { deep: false })
  useTask$(({ track }) => void Object.assign(visible, visibleState({ ...track(provided) }, options)))
  useVisibleTask$(({ cleanup, track }) => {
    const client = track(() => provided.client.value)
    if (!client || !options.required) return
    const onUnauthenticated$ = options.onUnauthenticated$
    const onUnauthenticated = onUnauthenticated$ && (() => void onUnauthenticated$())
    const check = () => requireSession(client, { required: true, onUnauthenticated })
    cleanup(client.store.subscribe(check))
    check()
  }, WHEN_READY)
  return visible as UseSession<S> // the app's own session callback defines the type
}
