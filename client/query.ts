import { clientOf, defaultPath, type AuthClientOptions } from "./client.ts"
import { quietQuery } from "./quiet-query.ts"
import { sessionKey } from "./session-options.ts"

/** The session as a query of the app's own: `useQuery(sessionQueryOptions())`, or `invalidateQueries` with its key. */
export function sessionQueryOptions({ basePath = defaultPath() }: Pick<AuthClientOptions, "basePath"> = {}) {
  return {
    ...quietQuery,
    queryKey: sessionKey(basePath),
    queryFn: async (context: { signal: AbortSignal }) => (await clientOf({ basePath }).load()).store.load(context),
  }
}
