import { QueryClient } from "@tanstack/query-core"

import type { Session } from "../../../client/contract.ts"
import { sessionQueryOptions } from "../../../client/api/session-query-options.ts"

/** An app's QueryClient, with the session that the server rendered; a test reaches it as `window.queryClient`. */
export function makeQueryClient(session: Session | null | undefined): QueryClient {
  const queryClient = new QueryClient()
  if (session !== undefined) queryClient.setQueryData(sessionQueryOptions().queryKey, session)
  if (typeof window !== "undefined") Object.assign(window, { queryClient })
  return queryClient
}
