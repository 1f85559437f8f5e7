"use client"

import type { Session } from "../../client/contract.ts"
import { usePageClient, useSnapshot } from "../../client/react.tsx"
import type { RegisteredSession, SessionState } from "../../client/session/state.ts"

/**
 * Returns what `select` takes from the session's state. Re-renders only when that changes, or with each change of the
 * session if `select` makes a new object.
 *
 * @example
 * const role = useSessionValue(({ data }) => data?.user?.role)
 */
export function useSessionValue<Value, S extends Session = RegisteredSession>(
  select: (state: SessionState<S>) => Value,
): Value {
  const client = usePageClient()
  const { get, initial } = client.store
  const last: { state?: SessionState; value?: Value } = {}
  // React wants the same value for the same state
  const read = (state: SessionState): Value => {
    if (last.state !== state) Object.assign(last, { state, value: select(state as SessionState<S>) }) // the app's own session callback defines the type
    return last.value as Value // set above
  }
  return useSnapshot(
    client,
    () => read(get()),
    () => read(initial()),
  )
}

/** Returns the signed-in user, `null` if no user is signed in, or `undefined` while the session is loading. */
export const useUser = <S extends Session = RegisteredSession>(): S["user"] | null | undefined =>
  useSessionValue(({ data }: SessionState<S>) => data && data.user)
