import type { AuthClientOptions } from "./client.ts"
import { clientOf } from "./client.ts"
import { quietQuery, sessionKey } from "./session-options.ts"

/** The session as a query of the app's own: `useQuery(sessionQueryOptions())`, or `invalidateQueries` with its key. */
export function sessionQueryOptions({ basePath = "/auth" }: Pick<AuthClientOptions, "basePath"> = {}) {
  return {
    ...quietQuery,
    queryKey: sessionKey(basePath),
    queryFn: (context: { signal: AbortSignal }) => clientOf({ basePath }).store.load(context),
  }
}
