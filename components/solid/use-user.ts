import { createMemo, type Accessor } from "solid-js"
import type { Session } from "../../client/contract.ts"
import type { RegisteredSession } from "../../client/session/state.ts"
import { useSession } from "../../client/solid.tsx"

/** Returns the signed-in user, `null` if no user is signed in, or `undefined` while the session is loading. */
export function useUser<S extends Session = RegisteredSession>(): Accessor<S["user"] | null | undefined> {
  const session = useSession<S>()
  return createMemo(() => {
    const { data } = session()
    return data && data.user
  })
}
