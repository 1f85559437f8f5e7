import { clientOf, defaultPath, type AuthClientOptions } from "./client.ts"
import type { Session } from "./contract.ts"
import { quietQuery } from "./quiet-query.ts"
import { sessionKey } from "./session-options.ts"

/** The session as a query of the app's own: `useQuery(sessionQueryOptions())`, or `invalidateQueries` with its key. */
export function sessionQueryOptions({ basePath = defaultPath() }: Pick<AuthClientOptions, "basePath"> = {}) {
  return {
    ...quietQuery,
    queryKey: sessionKey(basePath),
    async queryFn({ signal }: { signal: AbortSignal }): Promise<Session | null> {
      await clientOf({ basePath }).load()
      // A provider starts after the components inside it. Only its store knows what the other tabs have asked.
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      const { store } = await clientOf({ basePath }).load()
      return store.load({ signal })
    },
  }
}
