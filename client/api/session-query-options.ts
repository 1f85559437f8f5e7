import { clientFor, defaultBasePath, type AuthClientOptions } from "../core/client.ts"
import type { Session } from "../contract.ts"
import { sessionKey } from "../session/options.ts"
import type { RegisteredSession } from "../session/state.ts"
import { passiveQueryOptions, type QueryContext } from "../session/query-client.ts"

/**
 * Returns the session as query options for your app: `useQuery(sessionQueryOptions())`. Call `invalidateQueries` with
 * its key.
 */
export function sessionQueryOptions<S extends Session = RegisteredSession>({
  basePath = defaultBasePath(),
}: Pick<AuthClientOptions, "basePath"> = {}) {
  const queryKey = sessionKey(basePath)
  return {
    ...passiveQueryOptions,
    queryKey,
    // An app's own persister would restore a session that belongs to another version
    persister: <Context>(queryFn: (context: Context) => S | null | Promise<S | null>, context: Context) =>
      queryFn(context),
    async queryFn({ signal, client }: QueryContext): Promise<S | null> {
      const isFirst = !!client && client.getQueryData(queryKey) === undefined
      await clientFor({ basePath }).load()
      // A provider starts after the components inside it. Only its store knows what the other tabs are doing
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      const { store } = await clientFor({ basePath }).load()
      return store.query({ client, isFirst }) as Promise<S | null> // the app's own session callback defines the type
    },
  }
}
