import type { QueryClient } from "@tanstack/query-core"

import type { Session } from "../contract.ts"

/** How the store keeps itself up to date. */
export interface SessionStoreOptions<S extends Session = Session> {
  /** The session that the server rendered with; null for a visitor. Without it the store asks. */
  session?: S | null | undefined
  /** Seconds between two polls while signed in; 0 never polls. @default 0 */
  refetchInterval?: number | undefined
  /** Ask when the tab becomes visible. @default true */
  refetchOnWindowFocus?: boolean | undefined
  /** Poll while the device is offline. @default true */
  refetchWhenOffline?: boolean | undefined
  /** Seconds before the end from which on `expiresSoon` is true. @default 60 */
  expiryWarning?: number | undefined
  /** The app's own QueryClient, where it has one: the session then lives in it, under `sessionKey`. */
  queryClient?: QueryClient | undefined
}

/** The key of the session in a QueryClient; `base` is the base path. */
export const sessionKey = (base: string) => ["latchkit", "session", base] as const
