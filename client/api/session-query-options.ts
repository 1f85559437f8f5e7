import { clientFor, defaultBasePath, type AuthClientOptions } from "../core/client.ts"
import type { Session } from "../contract.ts"
import { passiveQueryOptions } from "../session/query-client.ts"
import { sessionKey } from "../session/options.ts"

/**
 * Returns the session as query options for your app: `useQuery(sessionQueryOptions())`. Call `invalidateQueries` with
 * its key.
 */
export function sessionQueryOptions({ basePath = defaultBasePath() }: Pick<AuthClientOptions, "basePath"> = {}) {
  return {
    ...passiveQueryOptions,
    queryKey: sessionKey(basePath),
    async queryFn({ signal }: { signal: AbortSignal }): Promise<Session | null> {
      await clientFor({ basePath }).load()
      // A provider starts after the components inside it. Only its store knows what the other tabs are doing
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      const { store } = await clientFor({ basePath }).load()
      return store.load({ signal })
    },
  }
}
