import type { Readable } from "svelte/store"
import type { Session } from "../../client/contract.ts"
import type { RegisteredSession, SessionState } from "../../client/session/state.ts"
import type { SessionStore } from "../../client/session/types.ts"

/**
 * Returns a session store as Svelte's own kind of store, for code outside a component: for `$session`, `get(session)`
 * and `fromStore(session)`.
 *
 * @example
 * export const session = toReadable(createClient().store)
 */
export function toReadable<S extends Session = RegisteredSession>(store: SessionStore<S>): Readable<SessionState<S>> {
  return {
    subscribe(run) {
      const unsubscribe = store.subscribe(() => run(store.get()))
      run(store.get())
      return unsubscribe
    },
  }
}
