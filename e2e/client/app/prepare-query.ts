import { dehydrate, hydrate, QueryClient, type DehydratedState } from "@tanstack/react-query"

import type { Session } from "../../../client/contract.ts"
import { sessionQueryOptions } from "../../../client/api/session-query-options.ts"

/** An app's query options. With `apart`, the session's provider doesn't know the app's QueryClient. */
export interface QueryAppOptions {
  query?: "apart" | boolean
  /** Whether the session's provider is unmounted. */
  gone?: boolean
}

/**
 * An app's QueryClient, with the session that the server rendered, and the queries that the app stored in this browser.
 * A test reaches it as `window.queryClient`.
 */
export function makeQueryClient(session: Session | null | undefined): QueryClient {
  const queryClient = new QueryClient()
  if (session !== undefined) queryClient.setQueryData(sessionQueryOptions().queryKey, session)
  if (typeof window === "undefined") return queryClient
  const stored = localStorage.getItem("queries")
  if (stored) hydrate(queryClient, JSON.parse(stored))
  Object.assign(window, {
    queryClient,
    storeQueries: () => localStorage.setItem("queries", JSON.stringify(dehydrate(queryClient))),
    hydrateQueries: (state: DehydratedState) => hydrate(queryClient, state),
  })
  return queryClient
}
