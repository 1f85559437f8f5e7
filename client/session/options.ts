import type { Session } from "../contract.ts"
import type { QueryClientLike } from "./query-client.ts"
import type { RegisteredSession } from "./state.ts"

/** How the store keeps itself up to date. */
export interface SessionStoreOptions<S extends Session = RegisteredSession> {
  /** The session that the server rendered, or null if no user is signed in. @default the store fetches it */
  session?: S | null | undefined
  /** Seconds between two polls while the user is signed in. 0 never polls. @default 0 */
  refetchInterval?: number | undefined
  /** Whether to refetch when the tab becomes visible. @default true */
  refetchOnWindowFocus?: boolean | undefined
  /** Whether to poll while the device is offline. @default true */
  refetchWhenOffline?: boolean | undefined
  /** How many seconds before the session expires `expiresSoon` becomes true. @default 60 */
  expiryWarning?: number | undefined
  /** Your app's own QueryClient of TanStack Query 5. It then has the session too, under `sessionKey`. @default none */
  queryClient?: QueryClientLike | undefined
}

/** Returns the session's key in a QueryClient. `base` is the base path. */
export const sessionKey = (base: string) => ["latchkit", "session", base] as const
