import type { Session } from "../contract.ts"
import type { SessionCell } from "./cell.ts"
import { passiveQueryOptions, type QueryClientLike } from "./query-client.ts"

interface SessionQueryOptions<S extends Session> {
  client: QueryClientLike
  queryKey: readonly string[]
  cell: SessionCell<S>
  queryFn: () => Promise<S | null>
  /** Called if the app invalidated the query and no `useQuery` requests it. */
  onInvalidate: () => void
  /** Called if the app reset the query. */
  onReset: () => void
}

/**
 * Keeps a query of the app's QueryClient equal to the cell, until the returned function is called. The query has no
 * session of its own: one from a persister or a hydration boundary is replaced, because its version is unknown.
 */
export function connectQuery<S extends Session>(options: SessionQueryOptions<S>): () => void {
  const { client, queryKey, cell, queryFn, onInvalidate, onReset } = options
  const name = JSON.stringify(queryKey)
  const local = { isWriting: false, hadData: client.getQueryData(queryKey) !== undefined }

  const write = () => {
    const data = cell.shown
    local.isWriting = true
    if (data !== undefined) client.setQueryData(queryKey, data)
    else if (client.getQueryData(queryKey) !== undefined) client.resetQueries({ queryKey, exact: true }).catch(ignore)
    local.isWriting = false
    local.hadData = data !== undefined
  }

  const follow = () => {
    if (cell.state.dataUpdateCount !== written.count || cell.shown !== written.data) {
      Object.assign(written, { count: cell.state.dataUpdateCount, data: cell.shown })
      write()
    }
    // The query then shows the request, and its failure
    if (cell.state.isFetching && client.getQueryState(queryKey)?.fetchStatus !== "fetching") {
      client.fetchQuery({ queryKey, staleTime: 0 }).catch(ignore)
    }
  }
  const written: { count: number; data: S | null | undefined } = { count: -1, data: undefined }

  const cache = client.getQueryCache()
  const unsubscribe = cache.subscribe(({ type, query, action }) => {
    if (local.isWriting || JSON.stringify(query.queryKey) !== name) return
    // `clear()` has removed it, but a `useQuery` still shows it
    if (type === "removed" && query.isActive()) return cache.add(query)
    const { data } = type === "removed" ? {} : query.state
    const wasReset = action?.type === "setState" && data === undefined && local.hadData
    local.hadData = data !== undefined
    if (action?.type === "invalidate") return query.isActive() ? undefined : onInvalidate()
    if (wasReset) return onReset()
    if (/added|removed|updated/.test(type) && JSON.stringify(data) !== JSON.stringify(cell.shown)) write()
  })
  client.setQueryDefaults(queryKey, { ...passiveQueryOptions, queryFn, persister: (load, context) => load(context) })
  const unwatch = cell.watch(follow)
  follow()
  return () => {
    unwatch()
    unsubscribe()
  }
}

const ignore = () => {} // the query's state has the error
