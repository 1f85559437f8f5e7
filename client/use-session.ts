import type { AuthClient } from "./core/client.ts"
import type { Session } from "./contract.ts"
import { returnUrl } from "./page/return-url.ts"
import type { SessionState } from "./session/state.ts"
import type { Store } from "./session/types.ts"

/** What `useSession` can be told. */
export interface UseSessionOptions {
  /** Sends a visitor who is not signed in to the sign-in page. @default false */
  required?: boolean | undefined
  /** Called instead of that. */
  onUnauthenticated?: (() => void) | undefined
}

/** A state and the way to change it. */
export type UseSession<S extends Session = Session> = SessionState<S> & Pick<Store<S>, "update">

/** What a component sees: whoever is on the way to the sign-in page is waited for, since a required session is no null. */
export function visibleState<S extends Session>(
  state: SessionState<S>,
  { required }: UseSessionOptions,
): SessionState<S> {
  return required && state.status === "unauthenticated" ? { ...state, status: "loading", data: undefined } : state
}

/** Does what `required` asks for; call it whenever the status changes. */
export function requireSession({ base, page, store }: AuthClient, options: UseSessionOptions = {}): void {
  if (!options.required || store.leaving || store.get().status !== "unauthenticated") return
  if (options.onUnauthenticated) return options.onUnauthenticated()
  const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: returnUrl(page) })
  page.location?.assign(`${base}/signin?${query}`)
}

/** The client that a provider gave. @throws where there is no provider */
export function requireClient(client: AuthClient | null | undefined): AuthClient {
  if (!client) throw new Error("useSession was called outside of a <SessionProvider>")
  return client
}
