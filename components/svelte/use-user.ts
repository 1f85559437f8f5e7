import type { Session } from "../../client/contract.ts"
import type { RegisteredSession } from "../../client/session/state.ts"
import { useSession } from "../../client/svelte.ts"

/**
 * Returns the user, `null` if no user is signed in, or `undefined` while the session is loading. Call it while a
 * component initializes.
 */
export function useUser<S extends Session = RegisteredSession>(): { readonly current: S["user"] | null | undefined } {
  const session = useSession<S>()
  return {
    get current() {
      const { data } = session.current
      return data && data.user
    },
  }
}
