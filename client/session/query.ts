import type { Query, QueryCache, QueryClient, QueryFunction, QueryObserver } from "@tanstack/query-core"

import type { Session } from "../contract.ts"
import { passiveQueryOptions } from "./query-client.ts"
import { sessionKey } from "./options.ts"

interface QueryWatcher {
  /** Called after each change of the query's state. */
  changed: () => void
  /** Called if the query has no data, or the app invalidated it. */
  ask: () => void
}

/**
 * The session in a QueryClient. An active query without a `QueryObserver`, which would add 2 kB and whose results are
 * unused.
 */
export class SessionQuery<S extends Session> {
  readonly #cache: QueryCache
  readonly #options
  readonly #query: Query<S | null>

  constructor(client: QueryClient, base: string, queryFn: QueryFunction<S | null>) {
    this.#cache = client.getQueryCache()
    this.#options = client.defaultQueryOptions({ ...passiveQueryOptions, queryKey: sessionKey(base), queryFn })
    this.#query = this.#cache.build<S | null>(client, this.#options)
    this.#query.setOptions(this.#options) // a query that the app's `setQueryData` created would be collected after five minutes
  }

  get state() {
    return this.#query.state
  }

  /** Keeps the query active, and in its cache, until the returned function is called. */
  observe({ changed, ask }: QueryWatcher): () => void {
    const query = this.#query
    const observer = {
      options: this.#options,
      onQueryUpdate: changed,
      getCurrentResult: () => ({ ...query.state, isStale: query.isStaleByTime(Infinity) }),
      shouldFetchOnWindowFocus: () => false, // the store decides when to fetch
      shouldFetchOnReconnect: () => false,
    } as unknown as QueryObserver // a query and its cache call nothing else
    const fetchIfStale = () => query.isStaleByTime(Infinity) && ask()
    query.addObserver(observer)
    const unsubscribe = this.#cache.subscribe((event) => {
      if (event.type !== "removed" || event.query.queryHash !== query.queryHash) return
      this.#cache.add(query) // the app cleared its cache while its user is still there
      fetchIfStale()
    })
    fetchIfStale()
    return () => {
      unsubscribe()
      query.removeObserver(observer)
    }
  }

  fetch(): Promise<S | null> {
    return this.#query.fetch(this.#options)
  }

  /** Cancels the pending request. */
  cancel(): Promise<void> {
    return this.#query.cancel({ revert: true })
  }

  /** Replaces the data at once. The response of a pending request is then ignored. */
  put(session: S | null): void {
    void this.cancel()
    this.#query.setData(session)
  }
}
